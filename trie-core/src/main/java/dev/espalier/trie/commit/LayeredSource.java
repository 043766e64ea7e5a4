package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads through the changes of uncommitted blocks, the newest first, down to a view of the store.
 *
 * <p>The block's own changes, if it has any, come first and do not count as loads. Any number of threads may read as
 * long as nobody writes the own changes.
 */
final class LayeredSource implements StateSource {
    private final @Nullable BlockChanges own;
    private final List<BlockChanges> layers;
    private final StoreView view;
    private final FoldCounters counters;
    private BranchSource rowsBelow;

    LayeredSource(@Nullable BlockChanges own, List<BlockChanges> layers, StoreView view, FoldCounters counters) {
        this.own = own;
        this.layers = layers;
        this.view = view;
        this.counters = counters;
        this.rowsBelow = view;
    }

    /** Lets reads of rows that no layer has pass through someone who may know them. Called before anyone reads. */
    void readRowsThrough(WarmRead reader) {
        rowsBelow = requests -> reader.load(requests, view);
    }

    /** Answers requests from what it knows, or from the store. */
    @FunctionalInterface
    interface WarmRead {
        void load(RowRequests requests, BranchSource stored);
    }

    @Override
    public void loadRows(RowRequests requests) {
        if (layers.isEmpty() && (own == null || own.isEmpty())) {
            rowsBelow.loadRows(requests);
            countAnswers(requests);
            return;
        }
        RowRequests below = new RowRequests();
        int[] places = new int[requests.size()];
        long loads = 0;
        for (int i = 0; i < requests.size(); i++) {
            RowChange known = own == null ? null : own.row(requests.path(i));
            if (known == null) {
                loads++;
                known = inLayers(requests, i);
            }
            if (known == null) {
                places[below.size()] = i;
                below.add(requests.path(i), requests.ref(i));
            } else if (known.after() != null) {
                requests.answer(i, known.after());
            }
        }
        rowsBelow.loadRows(below);
        int absent = 0;
        for (int i = 0; i < below.size(); i++) {
            var row = below.row(i);
            if (row == null) {
                absent++;
            } else {
                requests.answer(places[i], row);
            }
        }
        counters.loads.add(loads);
        counters.blockRows.add(requests.size() - below.size());
        counters.absentProbes.add(absent);
    }

    private void countAnswers(RowRequests requests) {
        long absent = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (requests.row(i) == null) {
                absent++;
            }
        }
        counters.loads.add(requests.size());
        counters.absentProbes.add(absent);
    }

    private @Nullable RowChange inLayers(RowRequests requests, int index) {
        for (BlockChanges layer : layers) {
            RowChange known = layer.row(requests.path(index));
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    @Override
    public void loadLeaves(LeafRequests requests) {
        LeafRequests below = new LeafRequests();
        int[] places = new int[requests.size()];
        long reads = 0;
        for (int i = 0; i < requests.size(); i++) {
            long trieId = requests.trieId(i);
            Hash32 key = requests.key(i);
            LeafChange known = own == null ? null : own.leaf(trieId, key);
            if (known == null) {
                reads++;
                known = inLayers(trieId, key);
            }
            if (known == null) {
                places[below.size()] = i;
                below.add(trieId, key);
            } else {
                requests.answer(i, known.after());
            }
        }
        view.loadLeaves(below);
        for (int i = 0; i < below.size(); i++) {
            requests.answer(places[i], below.stored(i));
        }
        counters.leafReads.add(reads);
    }

    private @Nullable LeafChange inLayers(long trieId, Hash32 key) {
        for (BlockChanges layer : layers) {
            LeafChange known = layer.leaf(trieId, key);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    /** A row in a layer stores the rest of every leaf that the layer touched, so an omitted one is the store's. */
    @Override
    public Hash32 keyOfLeaf(BranchPath row, int child, NodeRef leaf) {
        return view.keyOfLeaf(row, child, leaf);
    }
}
