package dev.espalier.reorg;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CachedStore;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.store.StoreStats;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.TrieStore;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The store of a setting, with its cache, as it is opened once or again. A store in memory outlives its closing. */
final class OpenStore {
    private final Setting setting;
    private final Path directory;
    private final int window;
    private final MemoryStore inMemory;
    private final @Nullable BranchCache cache;
    private final RowCache through;
    private final AtomicLong storedRows = new AtomicLong();
    private TrieStore store;
    private @Nullable LayeredStore layered;
    private ReadsByTier before = ReadsByTier.NONE;
    private int changes;

    /** @param between stands between the store and its cache */
    OpenStore(Setting setting, Path directory, int window, UnaryOperator<RowCache> between) {
        this.setting = setting;
        this.directory = directory;
        this.window = window;
        inMemory = MemoryStore.withWindow(window);
        cache = setting.newCache();
        through = between.apply(cache == null ? RowCache.none() : cache);
        store = open();
    }

    private TrieStore open() {
        if (setting.store() == Setting.Store.MEMORY) {
            InterceptedStore counted = new InterceptedStore(inMemory);
            counted.intercept(new InterceptedStore.Interceptor() {
                @Override
                public void beforeRows(TrieStore.ReadMode mode, RowRequests requests) {
                    storedRows.addAndGet(requests.size());
                }
            });
            return CachedStore.over(counted, through);
        }
        layered = LayeredStore.open(directory, options(), through);
        return layered;
    }

    private StoreOptions options() {
        StoreOptions.Builder options = StoreOptions.builder()
                .window(window)
                .background(false)
                .durableEvery(64)
                .readConcurrency(1)
                .logMap(1 << 20, 1L << 30);
        if (setting.store() == Setting.Store.FROZEN_AND_MERGED) {
            return options.freezeAfter(4).mergeRatio(2).partitionBytes(8_192).build();
        }
        return options.freezeAfter(64).build();
    }

    TrieStore store() {
        return store;
    }

    /** Returns the store on disk; null if it is in memory. */
    @Nullable
    LayeredStore layered() {
        return layered;
    }

    @Nullable
    BranchCache cache() {
        return cache;
    }

    /** Brings the store into its form after a change of the state. */
    void changed() {
        LayeredStore onDisk = layered;
        if (onDisk == null || setting.store() == Setting.Store.ALL_OVERLAY) {
            return;
        }
        onDisk.flush();
        if (setting.store() == Setting.Store.FROZEN_AND_MERGED && ++changes % 12 == 0) {
            onDisk.merge();
        }
    }

    void flush() {
        if (layered != null) {
            layered.flush();
        }
    }

    void merge() {
        if (layered != null) {
            layered.merge();
        }
    }

    void reopen() {
        store.close();
        before = reads();
        layered = null;
        store = open();
    }

    /** Returns where rows were read so far, over all openings. */
    ReadsByTier reads() {
        LayeredStore onDisk = layered;
        if (onDisk == null) {
            return new ReadsByTier(0, cache == null ? 0 : cache.stats().hits(), storedRows.get());
        }
        StoreStats stats = onDisk.stats();
        return before.plus(new ReadsByTier(stats.overlayRows(), stats.cachedRows(), stats.segmentRows()));
    }

    void close() {
        store.close();
        if (cache != null) {
            cache.close();
        }
    }
}
