/**
 * The byte form of a segment file around its pages: header, index of the pages, footer. {@code docs/formats-segments.md}
 * gives the grammar of the whole file.
 */
@NullMarked
package dev.espalier.segment.format;

import org.jspecify.annotations.NullMarked;
