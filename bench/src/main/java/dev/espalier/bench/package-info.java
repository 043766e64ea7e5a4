/**
 * Benchmarks, replay workloads and the command line. Nothing depends on this module.
 *
 * <p>The command line has one class a command, in {@code dev.espalier.bench.cli}, and no logic of its own.
 */
@NullMarked
package dev.espalier.bench;

import org.jspecify.annotations.NullMarked;
