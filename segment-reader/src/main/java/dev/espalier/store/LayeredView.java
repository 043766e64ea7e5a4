package dev.espalier.store;

import dev.espalier.segment.LookupBatch;
import dev.espalier.segment.SegmentValue;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptRowException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowCodec;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StoreView;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One version of a layered store's state: the overlays as of a seq, above the segments of that moment, which it keeps
 * from being deleted. It holds no transaction of the log's database.
 */
final class LayeredView implements StoreView {
    private final Head at;
    private final LeafKind leaves;
    private final int concurrency;
    private final RowCache cache;
    private final StoreCounters counters;
    private final Consumer<LayeredView> onClose;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Takes over one hold on the segment set.
     *
     * @param cache of rows of the segments
     */
    LayeredView(Head at, StoreOptions options, RowCache cache, StoreCounters counters, Consumer<LayeredView> onClose) {
        this.at = at;
        this.cache = cache;
        leaves = options.leaves();
        concurrency = options.readConcurrency();
        this.counters = counters;
        this.onClose = onClose;
    }

    @Override
    public StateMark mark() {
        return at.mark();
    }

    @Override
    public long seq() {
        return at.seq();
    }

    /** Returns where the view looks; to be read until the view is closed. */
    Layers layers() {
        return at.layers();
    }

    @Override
    public void loadRows(RowRequests requests) {
        LookupBatch below = new LookupBatch(concurrency);
        int[] places = new int[requests.size()];
        int cached = 0;
        for (int i = 0; i < requests.size(); i++) {
            BranchPath path = requests.path(i);
            Overlay.Slot<BranchRow> slot = overlaid(path);
            BranchRow row = slot == null ? cache.get(path, requests.ref(i), at.generation()) : slot.value();
            if (row != null) {
                requests.answer(i, row);
                cached += slot == null ? 1 : 0;
            } else if (slot == null) {
                places[below.size()] = i;
                below.add(SegmentKey.ofRow(path));
            }
        }
        counters.overlayRows.add(requests.size() - cached - below.size());
        counters.cachedRows.add(cached);
        if (below.size() > 0) {
            loadFromSegments(below, places, requests);
        }
    }

    /** Reads what neither the overlays nor the cache have, and offers it to the cache. */
    private void loadFromSegments(LookupBatch below, int[] places, RowRequests requests) {
        counters.segmentRows.add(below.size());
        at.layers().segments().find(below);
        NodeHasher hasher = new NodeHasher();
        for (int i = 0; i < below.size(); i++) {
            byte[] bytes = below.value(i).bytes();
            if (bytes != null) {
                BranchPath path = requests.path(places[i]);
                BranchRow row = checked(path, requests.ref(places[i]), bytes, hasher);
                requests.answer(places[i], row);
                cache.fill(path, row, at.generation());
            }
        }
    }

    /** A row that enters memory from a file must be the one that its parent names. */
    private static BranchRow checked(BranchPath path, NodeRef expected, byte[] bytes, NodeHasher hasher) {
        BranchRow row = RowCodec.decode(path, bytes);
        NodeRef ref = hasher.branch(row);
        if (!ref.equals(expected)) {
            throw new CorruptRowException(path, "refs", "row hashes to " + ref + ", expected " + expected);
        }
        return row;
    }

    /** Returns what the overlays say of a row; null if they say nothing. */
    Overlay.@Nullable Slot<BranchRow> overlaid(BranchPath path) {
        Overlay.Slot<BranchRow> slot = at.layers().active().row(path, at.seq());
        Overlay sealed = at.layers().sealed();
        return slot != null || sealed == null ? slot : sealed.row(path, at.seq());
    }

    @Override
    public void loadLeaves(LeafRequests requests) {
        LookupBatch below = new LookupBatch(concurrency);
        int[] places = new int[requests.size()];
        for (int i = 0; i < requests.size(); i++) {
            Overlay.Slot<byte[]> slot = overlaid(requests.trieId(i), requests.key(i));
            if (slot == null) {
                places[below.size()] = i;
                below.add(SegmentKey.ofLeaf(requests.trieId(i), requests.key(i)));
            } else {
                requests.answer(i, slot.value());
            }
        }
        counters.overlayLeaves.add(requests.size() - below.size());
        counters.segmentLeaves.add(below.size());
        at.layers().segments().find(below);
        for (int i = 0; i < below.size(); i++) {
            SegmentValue value = below.value(i);
            requests.answer(places[i], value.bytes());
        }
    }

    /** Returns what the overlays say of a leaf; null if they say nothing. */
    Overlay.@Nullable Slot<byte[]> overlaid(long trieId, Hash32 key) {
        Overlay.Slot<byte[]> slot = at.layers().active().leaf(trieId, key, at.seq());
        Overlay sealed = at.layers().sealed();
        return slot != null || sealed == null ? slot : sealed.leaf(trieId, key, at.seq());
    }

    /**
     * {@inheritDoc}
     *
     * <p>A base that omits the rest has the leaf. The row may come from a block that began on another base, though, and the
     * base may hold what was unwound since; so what is found there counts only if it hashes to the ref, and otherwise every
     * layer is looked through.
     */
    @Override
    public Hash32 keyOfLeaf(BranchPath row, int child, NodeRef leaf) {
        LeafBelow below = new LeafBelow(row, child);
        Hash32 inBase = below.firstIn(at.layers().segments().baseParts());
        if (inBase != null && isLeaf(below, inBase, leaf(row.trieId(), inBase), leaf)) {
            counters.keysInBase.increment();
            return inBase;
        }
        counters.keysInAllLayers.increment();
        Map.Entry<Hash32, byte[]> only = below.onlyIn(at.layers(), at.seq());
        if (!isLeaf(below, only.getKey(), only.getValue(), leaf)) {
            throw below.corrupt(
                    at.layers().segments(),
                    "leaf " + only.getKey() + " does not hash to " + leaf + ", which the row holds");
        }
        return only.getKey();
    }

    private boolean isLeaf(LeafBelow below, Hash32 key, byte @Nullable [] stored, NodeRef expected) {
        return stored != null
                && new NodeHasher()
                        .leaf(key, below.depth(), leaves.valueIn(below.trieId()), stored)
                        .equals(expected);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            at.layers().segments().release();
            onClose.accept(this);
        }
    }
}
