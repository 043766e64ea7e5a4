package dev.espalier.segment.format;

import dev.espalier.trie.CorruptStoreException;

/** How a segment came to be. */
public enum SegmentKind {
    /** One flushed overlay. */
    FRESH(1),
    /** A merge of newer segments, above an older one. */
    FROZEN(2),
    /** The oldest segment. It has no tombstones, and no filter of rows, since a row that its parent names exists. */
    BASE(3);

    private final int code;

    SegmentKind(int code) {
        this.code = code;
    }

    /** Returns the number that stands for the kind in a file. */
    public int code() {
        return code;
    }

    /** Tells whether a segment of this kind has a filter of its rows. */
    public boolean filtersRows() {
        return this != BASE;
    }

    static SegmentKind of(int code, String where) {
        for (SegmentKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new CorruptStoreException(where + ": kind=" + Integer.toUnsignedString(code) + ", expected 1..3");
    }
}
