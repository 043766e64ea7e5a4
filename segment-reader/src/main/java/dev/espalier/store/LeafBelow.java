package dev.espalier.store;

import dev.espalier.segment.LayerCursor;
import dev.espalier.segment.Segment;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.RowReader;
import java.util.List;
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

    /** Returns the first leaf below the child in a base; null if it has none. */
    @Nullable
    Hash32 firstIn(List<Segment> baseParts) {
        if (baseParts.isEmpty()) {
            return null;
        }
        LayerCursor cursor = new LayerCursor(baseParts, true, from());
        return cursor.next() && isBelow(cursor.key().trieId(), cursor.key().key())
                ? cursor.key().key()
                : null;
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
        for (List<Segment> layer : layers.segments().layers()) {
            addFrom(new LayerCursor(layer, true, from()), newest);
        }
        TreeMap<Hash32, byte[]> live = new TreeMap<>();
        newest.forEach((key, slot) -> {
            if (slot.value() != null) {
                live.put(key, slot.value());
            }
        });
        if (live.size() != 1) {
            throw corrupt(layers.segments(), "leaves below it=" + live.size() + ", expected 1 in all layers");
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

    private void addFrom(LayerCursor cursor, Map<Hash32, Overlay.Slot<byte[]>> newest) {
        while (cursor.next() && isBelow(cursor.key().trieId(), cursor.key().key())) {
            newest.putIfAbsent(
                    cursor.key().key(), new Overlay.Slot<>(cursor.value().bytes()));
        }
    }

    /** Returns an error that names the base's file, the row's path and the child. */
    CorruptStoreException corrupt(SegmentSet segments, String what) {
        return new CorruptStoreException("segment file " + segments.baseNameOf(from()) + ": row " + row + ", child "
                + Integer.toHexString(child) + ": " + what);
    }
}
