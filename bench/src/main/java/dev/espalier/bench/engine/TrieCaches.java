package dev.espalier.bench.engine;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CachedStore;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.TrieStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives every trie a cache of its own, if the settings want one, and adds up what they did. Confined to one thread. */
final class TrieCaches {
    private final @Nullable CacheSettings settings;
    private final List<BranchCache> open = new ArrayList<>();
    private CacheWork closed = CacheWork.NONE;

    TrieCaches(@Nullable CacheSettings settings) {
        this.settings = settings;
    }

    /** Returns a cache for one trie. */
    RowCache create() {
        if (settings == null) {
            return RowCache.none();
        }
        BranchCache cache = settings.create();
        open.add(cache);
        return cache;
    }

    /** Puts a cache over a store that reads through none of its own. */
    static TrieStore over(MemoryStore store, RowCache cache) {
        return cache instanceof BranchCache ? CachedStore.over(store, cache) : store;
    }

    /** The trie is done with its cache. */
    void close(RowCache cache) {
        if (cache instanceof BranchCache branches && open.remove(branches)) {
            closed = closed.plus(CacheWork.of(branches.stats()));
            branches.close();
        }
    }

    /** Returns what all of them did. */
    CacheWork work() {
        CacheWork work = closed;
        for (BranchCache cache : open) {
            work = work.plus(CacheWork.of(cache.stats()));
        }
        return work;
    }
}
