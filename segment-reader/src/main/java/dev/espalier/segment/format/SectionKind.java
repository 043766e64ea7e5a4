package dev.espalier.segment.format;

/** The sections of a segment file, in the order in which they follow one another. */
public enum SectionKind {
    /** Pages of rows. */
    ROW_PAGES(0),
    /** Pages of leaves. */
    LEAF_PAGES(1),
    /** The index of the row pages. */
    ROW_INDEX(2),
    /** The index of the leaf pages. */
    LEAF_INDEX(3),
    /** The filter of the rows; empty if there is none. */
    ROW_FILTER(4),
    /** The filter of the leaves. */
    LEAF_FILTER(5);

    private final int position;

    SectionKind(int position) {
        this.position = position;
    }

    /** Returns how many sections stand before it. */
    public int position() {
        return position;
    }
}
