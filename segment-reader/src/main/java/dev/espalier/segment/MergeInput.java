package dev.espalier.segment;

import dev.espalier.segment.key.SegmentKey;
import org.jspecify.annotations.Nullable;

/** One layer in a merge, at its current entry. Ordered by key, then the newest first. Confined to one thread. */
final class MergeInput implements Comparable<MergeInput> {
    private final LayerCursor cursor;
    private final int age;
    private SegmentKey key = SegmentKey.firstOf(0);

    /**
     * Takes a cursor.
     *
     * @param age 0 for the newest layer
     */
    MergeInput(LayerCursor cursor, int age) {
        this.cursor = cursor;
        this.age = age;
    }

    boolean next() {
        if (!cursor.next()) {
            return false;
        }
        key = cursor.key();
        return true;
    }

    void seek(SegmentKey target) {
        cursor.seek(target);
    }

    SegmentKey key() {
        return key;
    }

    /** Returns the current entry's value; null for a tombstone. */
    byte @Nullable [] value() {
        return cursor.value().bytes();
    }

    /** Returns how many bytes were read of files so far. */
    long bytesRead() {
        return cursor.bytesRead();
    }

    @Override
    public int compareTo(MergeInput other) {
        int order = key.compareTo(other.key);
        return order == 0 ? Integer.compare(age, other.age) : order;
    }
}
