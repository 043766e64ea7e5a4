/**
 * Checks files of known answers against the engine.
 *
 * <p>{@link dev.espalier.bench.conform.Conformance} takes the files one after the other and tells its {@link
 * dev.espalier.bench.conform.ConformListener} what came out. A file's cases are played by the engine whatever the kind
 * of file, block by block, and every root is compared; the RLP tests go to the codec. What is wrong with a file never
 * stops the others.
 */
@NullMarked
package dev.espalier.bench.conform;

import org.jspecify.annotations.NullMarked;
