/**
 * Segment files: the immutable, sorted part of the store. This package holds no code yet.
 *
 * <p>A segment is a file of branch rows and leaves in path order, written once and never changed. Three kinds will be
 * distinguished by how they came to be:
 *
 * <ul>
 *   <li>a <em>fresh</em> segment is one flushed overlay, with raw rows and an existence filter;
 *   <li>a <em>frozen</em> segment is a merge of fresh ones, compressed where a section gains from it;
 *   <li>the <em>base</em> is the oldest segment, partitioned by range. It alone may omit the key rests of leaf cells,
 *       which are then found in its own leaf section.
 * </ul>
 *
 * <p>What will hold:
 *
 * <ul>
 *   <li>The newest segment that has a key wins. A tombstone is a key like any other and is dropped only into the base.
 *   <li>A row never straddles a page, so a cold branch costs about one page. Filters and the first key of each page
 *       are resident.
 *   <li>Every page carries a checksum and is copied to the heap before it is checked. A row that is handed out owns its
 *       bytes.
 *   <li>A file stays mapped until the last reader that may see it is gone.
 *   <li>A row that its parent names and no layer has is corruption, never an empty branch.
 * </ul>
 */
@NullMarked
package dev.espalier.segment;

import org.jspecify.annotations.NullMarked;
