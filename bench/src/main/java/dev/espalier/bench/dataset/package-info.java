/**
 * Files of known answers: recognised by their content and read as streams.
 *
 * <p>{@link dev.espalier.bench.dataset.RecognizedFile} says what a file is, {@link
 * dev.espalier.bench.dataset.CaseReader} reads it and hands each case to a {@link
 * dev.espalier.bench.dataset.CaseVisitor} as soon as it is complete. Whatever the kind, a state file is told as cases of
 * blocks, and a block as a list of {@link dev.espalier.bench.dataset.StateOperation}. Everything that is wrong with a
 * file is an {@link dev.espalier.bench.json.UnreadableInputException} that names file, line and what was expected.
 */
@NullMarked
package dev.espalier.bench.dataset;

import org.jspecify.annotations.NullMarked;
