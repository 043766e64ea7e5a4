package dev.espalier.segment;

import org.jspecify.annotations.Nullable;

/** What a segment says of a key: nothing, that it is gone, or its value. */
public final class SegmentValue {
    /** The segment does not have the key; an older one may. */
    public static final SegmentValue ABSENT = new SegmentValue(null);

    /** The key is gone, whatever older segments say. */
    public static final SegmentValue TOMBSTONE = new SegmentValue(null);

    private final byte @Nullable [] bytes;

    private SegmentValue(byte @Nullable [] bytes) {
        this.bytes = bytes;
    }

    static SegmentValue of(byte[] bytes) {
        return new SegmentValue(bytes);
    }

    /** Tells whether the segment has the key, with a value or as a tombstone. */
    public boolean isKnown() {
        return this != ABSENT;
    }

    /**
     * Returns the value: a row's encoded form or a leaf's stored bytes.
     *
     * @return an array that the caller owns; null if there is none, because the key is absent or gone
     */
    public byte @Nullable [] bytes() {
        return bytes;
    }

    @Override
    public String toString() {
        if (bytes != null) {
            return "value[bytes=" + bytes.length + "]";
        }
        return this == TOMBSTONE ? "tombstone" : "absent";
    }
}
