package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;

/**
 * Puts a cache of rows over a store that has neither an overlay nor a cache of its own: every change of the state, an
 * unwind included, is a publication.
 *
 * <p>The rows of a change are in the cache before the store makes the change, under a generation that no view has until
 * the store has returned; if the store fails, they are gone before a view can have it. Threads as with the store below.
 * Closing closes the store below, and not the cache.
 */
public final class CachedStore implements TrieStore {
    private final TrieStore store;
    private final RowCache cache;
    private volatile Version version;

    /** Which version of the store a generation of the cache is of. */
    private record Version(long seq, long generation) {}

    private CachedStore(TrieStore store, RowCache cache, Version version) {
        this.store = store;
        this.cache = cache;
        this.version = version;
    }

    /**
     * Puts a cache over a store, and empties it.
     *
     * @param store not to be changed in another way from here on
     * @param cache serves no other store
     */
    public static CachedStore over(TrieStore store, RowCache cache) {
        long generation = cache.clear();
        return new CachedStore(store, cache, new Version(seqOf(store), generation));
    }

    private static long seqOf(TrieStore store) {
        try (StoreView view = store.openView(ReadMode.NORMAL)) {
            return view.seq();
        }
    }

    @Override
    public StoreView openView(ReadMode mode) {
        Version known = version;
        StoreView view = store.openView(mode);
        // A view opened while a change is being made shows one version or the other; only of the known one is sure
        // which generation it has.
        return mode == ReadMode.BYPASS_CACHE || view.seq() != known.seq()
                ? view
                : new View(view, new CachedBranchSource(view, cache, known.generation()));
    }

    @Override
    public void apply(LogRecord record, RowChanges rows) {
        boolean applied = false;
        try {
            cache.publish(rows, generation -> {
                store.apply(record, rows);
                version = new Version(record.entry().seq(), generation);
            });
            applied = true;
        } finally {
            if (!applied) {
                version = new Version(version.seq(), cache.generation());
            }
        }
        cache.blockCommitted();
    }

    @Override
    public long reserveSeq() {
        return store.reserveSeq();
    }

    @Override
    public long reserveStorageId() {
        return store.reserveStorageId();
    }

    @Override
    public long nextStorageId() {
        return store.nextStorageId();
    }

    @Override
    public ChangeLog log() {
        return store.log();
    }

    @Override
    public int window() {
        return store.window();
    }

    @Override
    public void prune(long seq) {
        store.prune(seq);
    }

    @Override
    public void close() {
        store.close();
    }

    /** A view whose rows come through the cache. */
    private record View(StoreView view, BranchSource rows) implements StoreView {
        @Override
        public StateMark mark() {
            return view.mark();
        }

        @Override
        public long seq() {
            return view.seq();
        }

        @Override
        public void loadRows(RowRequests requests) {
            rows.loadRows(requests);
        }

        @Override
        public void loadLeaves(LeafRequests requests) {
            view.loadLeaves(requests);
        }

        @Override
        public Hash32 keyOfLeaf(BranchPath row, int child, NodeRef leaf) {
            return view.keyOfLeaf(row, child, leaf);
        }

        @Override
        public void close() {
            view.close();
        }
    }
}
