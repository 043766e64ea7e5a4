package dev.espalier.segment;

/**
 * How a segment's sections are stored beyond the plain form: which of them are compressed, where that pays, and which are
 * located by a minimal perfect hash instead of a filter and every page's separator.
 *
 * @param zstdRows whether rows are compressed with a dictionary, if that saves a twentieth
 * @param zstdLeaves whether leaves are
 * @param hashedRows whether rows are located by a perfect hash
 * @param hashedLeaves whether leaves are
 */
public record SegmentEncoding(boolean zstdRows, boolean zstdLeaves, boolean hashedRows, boolean hashedLeaves) {
    /** Everything as it is: what a flush writes. */
    public static final SegmentEncoding PLAIN = new SegmentEncoding(false, false, false, false);

    /** What frozen and base segments are written with where nothing else is said. */
    public static final SegmentEncoding DEFAULT = new SegmentEncoding(false, true, false, false);
}
