package dev.espalier.store;

import dev.espalier.segment.LayerCursor;
import dev.espalier.segment.Segment;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.codec.BranchRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One layer's rows, or leaves, in order. Confined to one thread. */
abstract sealed class LayerEntries {
    private @Nullable SegmentKey key;

    private LayerEntries() {}

    /** Returns entries of an overlay as of a seq, which are listed in memory. */
    static LayerEntries ofOverlay(Overlay overlay, long seq, boolean leaves) {
        List<OfOverlay.Entry> entries = new ArrayList<>();
        if (leaves) {
            overlay.forEachLeaf(
                    seq,
                    (leaf, slot) -> entries.add(
                            new OfOverlay.Entry(SegmentKey.ofLeaf(leaf.trieId(), leaf.key()), slot.value(), null)));
        } else {
            overlay.forEachRow(
                    seq, (path, slot) -> entries.add(new OfOverlay.Entry(SegmentKey.ofRow(path), null, slot.value())));
        }
        entries.sort(Comparator.comparing(OfOverlay.Entry::key));
        return new OfOverlay(entries);
    }

    /** Returns entries of a segment, or of the parts of a base. */
    static LayerEntries ofSegments(List<Segment> layer, boolean leaves) {
        return new OfSegments(new LayerCursor(layer, leaves, SegmentKey.firstOf(0)));
    }

    /** Returns the name of what the current entry is in. */
    abstract String place();

    /** Returns the current entry's key; null at the end. */
    final @Nullable SegmentKey key() {
        return key;
    }

    /** Goes to the first entry that is not below a key. */
    final void seek(SegmentKey target) {
        moveTo(target);
        advance();
    }

    /** Goes to the next entry. */
    final void advance() {
        key = next();
    }

    abstract void moveTo(SegmentKey target);

    abstract @Nullable SegmentKey next();

    /** Returns the current entry's value; null for a tombstone. */
    abstract byte @Nullable [] value();

    private static final class OfSegments extends LayerEntries {
        private final LayerCursor cursor;

        private OfSegments(LayerCursor cursor) {
            this.cursor = cursor;
        }

        @Override
        String place() {
            return cursor.fileName();
        }

        @Override
        void moveTo(SegmentKey target) {
            cursor.seek(target);
        }

        @Override
        @Nullable
        SegmentKey next() {
            return cursor.next() ? cursor.key() : null;
        }

        @Override
        byte @Nullable [] value() {
            return cursor.value().bytes();
        }
    }

    private static final class OfOverlay extends LayerEntries {
        private final List<Entry> entries;
        private int next;

        private record Entry(
                SegmentKey key,
                byte @Nullable [] leaf,
                @Nullable BranchRow row) {}

        private OfOverlay(List<Entry> entries) {
            this.entries = entries;
        }

        @Override
        String place() {
            return StoreInspection.OVERLAY;
        }

        @Override
        void moveTo(SegmentKey target) {
            int low = 0;
            int high = entries.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (entries.get(middle).key.compareTo(target) < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            next = low;
        }

        @Override
        @Nullable
        SegmentKey next() {
            next++;
            return next <= entries.size() ? entries.get(next - 1).key : null;
        }

        @Override
        byte @Nullable [] value() {
            Entry entry = entries.get(next - 1);
            return entry.row == null ? entry.leaf : entry.row.toBytes();
        }
    }
}
