/**
 * The values of the log and their bytes: records, the list of segment files, and what says that all of them are there.
 * {@code docs/formats-log.md} gives the grammar.
 *
 * <p>Nothing here stores anything. Every decoder is strict: it takes exactly the bytes that its encoder gives.
 */
@NullMarked
package dev.espalier.store.log;

import org.jspecify.annotations.NullMarked;
