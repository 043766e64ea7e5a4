/**
 * What the user sees of a result: lines of text while a command runs, one JSON object at its end, and on a terminal a
 * bar while something takes long.
 */
@NullMarked
package dev.espalier.bench.report;

import org.jspecify.annotations.NullMarked;
