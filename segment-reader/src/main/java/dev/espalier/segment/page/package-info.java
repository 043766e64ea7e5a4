/**
 * Pages: 4 KiB of sorted entries, each a key and a value or a tombstone, with a checksum that also says which page of
 * which file it is.
 */
@NullMarked
package dev.espalier.segment.page;

import org.jspecify.annotations.NullMarked;
