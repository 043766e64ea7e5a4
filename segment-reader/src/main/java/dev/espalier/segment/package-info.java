/**
 * Segment files: the immutable, sorted part of the store. A segment is a file of branch rows and leaves in path order,
 * written once and never changed.
 *
 * <p>{@link dev.espalier.segment.SegmentWriter} writes one, {@link dev.espalier.segment.Segment} reads it,
 * {@link dev.espalier.segment.SegmentMerge} makes one of several. Three kinds are distinguished by how they came to be:
 *
 * <ul>
 *   <li>a <em>fresh</em> segment is one flushed overlay;
 *   <li>a <em>frozen</em> segment is a merge of newer ones;
 *   <li>the <em>base</em> is the oldest segment, without tombstones and without a filter of rows.
 * </ul>
 *
 * <p>What holds:
 *
 * <ul>
 *   <li>The newest segment that has a key wins. A tombstone is a key like any other and is dropped only into the base.
 *   <li>A row never straddles a page, so a cold branch costs one page. Filters and the separators of the pages are
 *       resident, so a key that is not there mostly costs none.
 *   <li>Every page carries a checksum over its content and its place, and is copied to the heap before it is checked. A
 *       value that is handed out is owned by whoever asked.
 *   <li>A file stays mapped until the last reader that may see it is gone.
 *   <li>A file that is damaged, cut, swapped, of another chain or of another version is refused, at open or at the read
 *       that meets the damage, with an error that names it. It never gives a wrong value, nor says that a key is absent.
 * </ul>
 */
@NullMarked
package dev.espalier.segment;

import org.jspecify.annotations.NullMarked;
