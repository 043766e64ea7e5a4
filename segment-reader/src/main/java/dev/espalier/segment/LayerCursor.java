package dev.espalier.segment;

import dev.espalier.segment.key.SegmentKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Goes through the rows, or the leaves, of one layer in order: of a segment, or of the parts of a base, of which one is read
 * at a time. The caller keeps a reference of each as long as it uses the cursor. Confined to one thread.
 */
public final class LayerCursor {
    private final List<Segment> parts;
    private final boolean ofLeaves;
    private int part;
    private SegmentCursor cursor;
    private long bytesOfParts;

    /**
     * Stands before the first entry that is not below a key.
     *
     * @param parts one segment, or parts of a base in the order of their keys
     */
    public LayerCursor(List<Segment> parts, boolean ofLeaves, SegmentKey from) {
        this.parts = List.copyOf(parts);
        this.ofLeaves = ofLeaves;
        part = partOf(parts, from);
        cursor = open(from);
    }

    /** Groups segments by layer: the parts of a base are one, any other segment is one of its own. */
    public static List<List<Segment>> layersOf(List<Segment> newestFirst) {
        List<List<Segment>> layers = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= newestFirst.size(); to++) {
            boolean ends = to == newestFirst.size()
                    || !newestFirst
                            .get(to - 1)
                            .identity()
                            .range()
                            .isFollowedBy(newestFirst.get(to).identity().range());
            if (ends) {
                layers.add(List.copyOf(newestFirst.subList(from, to)));
                from = to;
            }
        }
        return layers;
    }

    /**
     * Returns the number of the part that has a key's place.
     *
     * @param parts one segment, or parts of a base in the order of their keys
     */
    public static int partOf(List<Segment> parts, SegmentKey key) {
        int low = 0;
        int high = parts.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (parts.get(middle).identity().range().endsBefore(key)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private SegmentCursor open(SegmentKey from) {
        Segment segment = parts.get(part);
        return ofLeaves ? segment.leavesFrom(from) : segment.rowsFrom(from);
    }

    /** Moves, forwards or backwards, to stand before the first entry that is not below a key. */
    public void seek(SegmentKey target) {
        int before = part;
        part = partOf(parts, target);
        if (part == before) {
            cursor.seek(target);
        } else {
            reopen(target);
        }
    }

    private void reopen(SegmentKey from) {
        bytesOfParts += cursor.bytesRead();
        cursor = open(from);
    }

    /**
     * Goes to the next entry.
     *
     * @return false if there is none
     * @throws dev.espalier.trie.CorruptStoreException naming file and page, if a page is damaged
     */
    public boolean next() {
        while (!cursor.next()) {
            if (part + 1 == parts.size()) {
                return false;
            }
            part++;
            reopen(SegmentKey.firstOf(0));
        }
        return true;
    }

    /** Returns the current entry's key. */
    public SegmentKey key() {
        return cursor.key();
    }

    /** Returns the current entry's value. */
    public SegmentValue value() {
        return cursor.value();
    }

    /** Returns the name of the file that the current entry is in. */
    public String fileName() {
        return parts.get(part).info().name();
    }

    /** Returns how many bytes were read of files so far. */
    long bytesRead() {
        return bytesOfParts + cursor.bytesRead();
    }
}
