package dev.espalier.segment.format;

/** The sections of a segment file, in the order in which they follow one another. */
public enum SectionKind {
    /** Pages of rows. */
    ROW_PAGES(0, SectionEncoding.ZSTD),
    /** Pages of leaves. */
    LEAF_PAGES(1, SectionEncoding.ZSTD),
    /** The index of the row pages. */
    ROW_INDEX(2, SectionEncoding.SPARSE),
    /** The index of the leaf pages. */
    LEAF_INDEX(3, SectionEncoding.SPARSE),
    /** The filter of the rows; empty if there is none. */
    ROW_FILTER(4, SectionEncoding.PERFECT_HASH),
    /** The filter of the leaves. */
    LEAF_FILTER(5, SectionEncoding.PERFECT_HASH),
    /** What the rows' values are compressed with; empty if they are not. From version 2 on. */
    ROW_DICTIONARY(6, SectionEncoding.PLAIN),
    /** What the leaves' values are compressed with; empty if they are not. From version 2 on. */
    LEAF_DICTIONARY(7, SectionEncoding.PLAIN);

    private static final int SECTIONS_OF_VERSION_1 = 6;

    private final int position;
    private final SectionEncoding otherEncoding;

    SectionKind(int position, SectionEncoding otherEncoding) {
        this.position = position;
        this.otherEncoding = otherEncoding;
    }

    /** Returns how many sections stand before it. */
    public int position() {
        return position;
    }

    /** Returns the encoding that it may have beside the plain one; the plain one if there is none. */
    SectionEncoding otherEncoding() {
        return otherEncoding;
    }

    /** Returns how many sections, of these from the first on, a file of a format version has. */
    static int count(int version) {
        return version == SegmentHeader.OLDEST_VERSION ? SECTIONS_OF_VERSION_1 : values().length;
    }
}
