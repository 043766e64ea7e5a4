package dev.espalier.store;

import dev.espalier.segment.LayerCursor;
import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentValue;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says of one version of a store's state where each part of it is stored. As safe for several threads as a view; closed
 * once.
 */
public final class StoreInspection implements AutoCloseable {
    /** What stands for the overlay as a place. */
    public static final String OVERLAY = "overlay";

    private final LayeredView view;
    private final LeafKind leaves;

    private StoreInspection(LayeredView view, LeafKind leaves) {
        this.view = view;
        this.leaves = leaves;
    }

    /** Begins on the newest state. */
    public static StoreInspection of(LayeredStore store) {
        return new StoreInspection(
                (LayeredView) store.openView(TrieStore.ReadMode.BYPASS_CACHE),
                store.records().identity().leaves());
    }

    /** Begins on the state that was opened beside another process. */
    public static StoreInspection of(ReadOnlyStore store) {
        return new StoreInspection(store.openView(), store.leaves());
    }

    /** Returns the state itself, for reading; it is closed with this. */
    public StoreView view() {
        return view;
    }

    /** Returns what the leaves are. */
    public LeafKind leaves() {
        return leaves;
    }

    /** Returns the segment files, newest first. */
    public List<SegmentSummary> segments() {
        return view.layers().segments().newestFirst().stream()
                .map(SegmentSummary::of)
                .toList();
    }

    /**
     * Returns the place that says what a row is.
     *
     * @return {@link #OVERLAY} or a segment file's name; null if no layer has the row
     */
    public @Nullable String placeOf(BranchPath row) {
        Overlay.Slot<?> slot = view.overlaid(row);
        return slot == null ? placeIn(SegmentKey.ofRow(row)) : place(slot.value() != null, OVERLAY);
    }

    /**
     * Returns the place that says what a leaf is.
     *
     * @return {@link #OVERLAY} or a segment file's name; null if no layer has the leaf
     */
    public @Nullable String placeOf(long trieId, Hash32 leaf) {
        Overlay.Slot<?> slot = view.overlaid(trieId, leaf);
        return slot == null ? placeIn(SegmentKey.ofLeaf(trieId, leaf)) : place(slot.value() != null, OVERLAY);
    }

    private @Nullable String placeIn(SegmentKey key) {
        for (List<Segment> layer : view.layers().segments().layers()) {
            Segment segment = layer.get(LayerCursor.partOf(layer, key));
            SegmentValue value = key.isLeaf() ? segment.leaf(key.trieId(), key.key()) : segment.row(key.path());
            if (value.isKnown()) {
                return place(value.bytes() != null, segment.info().name());
            }
        }
        return null;
    }

    private static @Nullable String place(boolean there, String name) {
        return there ? name : null;
    }

    @Override
    public void close() {
        view.close();
    }
}
