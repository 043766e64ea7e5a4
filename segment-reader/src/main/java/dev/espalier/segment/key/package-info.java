/** Keys of a segment: one key space for branch rows and leaves, in one order. */
@NullMarked
package dev.espalier.segment.key;

import org.jspecify.annotations.NullMarked;
