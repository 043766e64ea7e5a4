package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentCursor;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.RowReader;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Looks for the leaf that a row's child is, by its prefix. Immutable. */
final class LeafBelow {
    private final BranchPath row;
    private final int child;
    private final Hash32 prefix;

    LeafBelow(BranchPath row, int child) {
        this.row = row;
        this.child = child;
        prefix = RowReader.childPrefix(row, child);
    }

    long trieId() {
        return row.trieId();
    }

    /** Returns the leaf's depth. */
    int depth() {
        return row.depth() + 1;
    }

    private SegmentKey from() {
        return SegmentKey.ofLeaf(row.trieId(), prefix);
    }

    private boolean isBelow(long trieId, Hash32 key) {
        return trieId == row.trieId() && key.commonNibbles(prefix) >= depth();
    }

    /** Returns the first leaf below the child in the base; null if it has none. */
    @Nullable
    SegmentKey firstIn(SegmentSet segments) {
        Segment base = segments.baseOf(from());
        if (base == null) {
            return null;
        }
        SegmentCursor cursor = base.leavesFrom(from());
        if (!cursor.next()) {
            return null;
        }
        SegmentKey found = cursor.key();
        return isBelow(found.trieId(), found.key()) ? found : null;
    }

    /**
     * Returns the only leaf below the child that a reader of all layers sees. Looks at every leaf of the overlays.
     *
     * @throws CorruptStoreException if there is not exactly one
     */
    Map.Entry<Hash32, byte[]> onlyIn(Layers layers, long seq) {
        TreeMap<Hash32, Overlay.Slot<byte[]>> newest = new TreeMap<>();
        addFrom(layers.active(), seq, newest);
        if (layers.sealed() != null) {
            addFrom(layers.sealed(), seq, newest);
        }
        for (Segment segment : layers.segments().newestFirst()) {
            addFrom(segment, newest);
        }
        TreeMap<Hash32, byte[]> live = new TreeMap<>();
        newest.forEach((key, slot) -> {
            if (slot.value() != null) {
                live.put(key, slot.value());
            }
        });
        if (live.size() != 1) {
            throw new CorruptStoreException(this + ": leaves below it=" + live.size() + ", expected 1");
        }
        return live.firstEntry();
    }

    private void addFrom(Overlay overlay, long seq, Map<Hash32, Overlay.Slot<byte[]>> newest) {
        overlay.forEachLeaf(seq, (leaf, slot) -> {
            if (isBelow(leaf.trieId(), leaf.key())) {
                newest.putIfAbsent(leaf.key(), slot);
            }
        });
    }

    private void addFrom(Segment segment, Map<Hash32, Overlay.Slot<byte[]>> newest) {
        SegmentCursor cursor = segment.leavesFrom(from());
        while (cursor.next() && isBelow(cursor.key().trieId(), cursor.key().key())) {
            newest.putIfAbsent(
                    cursor.key().key(), new Overlay.Slot<>(cursor.value().bytes()));
        }
    }

    /** Returns the row's path and the child, for an error. */
    @Override
    public String toString() {
        return "row " + row + ", child " + Integer.toHexString(child);
    }
}
