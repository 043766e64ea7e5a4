/**
 * The file layer: the only way in which segments reach the file system, so that a test can stand between and lose what
 * was not forced.
 *
 * <p>{@link dev.espalier.segment.file.SegmentFiles} is a flat directory: files are written once from front to back, forced,
 * renamed to their final name, and from then on only read. Everything read is copied to the heap before it is looked
 * at, because a checksum or a parser that runs over a mapping whose file was cut kills the process.
 */
@NullMarked
package dev.espalier.segment.file;

import org.jspecify.annotations.NullMarked;
