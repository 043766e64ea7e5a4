/** The command line: one class a command, which turns options into a call and its result into an exit code. */
@NullMarked
package dev.espalier.bench.cli;

import org.jspecify.annotations.NullMarked;
