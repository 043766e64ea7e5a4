package dev.espalier.reorg;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import dev.espalier.trie.commit.TrieOptions;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One way to put the library together. Roots and rows must not depend on it. */
record Setting(Cache cache, Budget budget, Pinned pinned, Threads threads, Store store) {
    private static final PairwiseCover COVER = new PairwiseCover(
            Cache.values().length,
            Budget.values().length,
            Pinned.values().length,
            Threads.values().length,
            Store.values().length);

    /** How long a cache keeps rows. */
    enum Cache {
        OFF,
        PER_BLOCK,
        ACROSS_BLOCKS
    }

    /** What a cache may hold. */
    enum Budget {
        /** A few rows: most are given up again. */
        TINY(3_000),
        /** All rows of these tests. */
        NORMAL(64 << 20);

        private final long bytes;

        Budget(long bytes) {
            this.bytes = bytes;
        }
    }

    /** Whether a cache keeps roots and top levels in a tier of their own. */
    enum Pinned {
        OFF,
        ON
    }

    /** How many threads compute a root. */
    enum Threads {
        ONE,
        TWO
    }

    /** Where the state is. */
    enum Store {
        /** On the heap. */
        MEMORY,
        /** In a fresh segment for each block. */
        FLUSHED_EACH_BLOCK,
        /** In frozen segments and a base, which are merged all the time. */
        FROZEN_AND_MERGED,
        /** On disk as log records alone: nothing is ever flushed. */
        ALL_OVERLAY;

        /** Whether it is a directory, which can be opened again. */
        boolean isOnDisk() {
            return this != MEMORY;
        }
    }

    /** The settings that the tests run with: a pairwise cover, or with {@code -Dlong} all. */
    static Stream<Setting> chosen() {
        return Boolean.getBoolean("espalier.long") ? all() : pairwise();
    }

    /** One for each store that keeps everything in a cache, or with {@code -Dlong} all: for what takes many blocks. */
    static Stream<Setting> few() {
        return Boolean.getBoolean("espalier.long")
                ? all()
                : Arrays.stream(Store.values())
                        .map(store -> new Setting(Cache.ACROSS_BLOCKS, Budget.NORMAL, Pinned.ON, Threads.ONE, store));
    }

    /** Those of {@link #chosen} that have a directory. */
    static Stream<Setting> onDisk() {
        return chosen().filter(setting -> setting.store.isOnDisk());
    }

    static Stream<Setting> all() {
        return COVER.product().stream().map(Setting::of);
    }

    static Stream<Setting> pairwise() {
        return COVER.combinations().stream().map(Setting::of);
    }

    private static Setting of(List<Integer> values) {
        return new Setting(
                Cache.values()[values.get(0)],
                Budget.values()[values.get(1)],
                Pinned.values()[values.get(2)],
                Threads.values()[values.get(3)],
                Store.values()[values.get(4)]);
    }

    /** Whether every row that was read or written once is found again. */
    boolean keepsEverything() {
        return cache == Cache.ACROSS_BLOCKS && budget == Budget.NORMAL;
    }

    /** Returns a new cache that checks every row which it gives out; null if there is to be none. */
    @Nullable
    BranchCache newCache() {
        if (cache == Cache.OFF) {
            return null;
        }
        return BranchCache.create(CacheOptions.builder()
                .lifetime(cache == Cache.PER_BLOCK ? CacheLifetime.PER_BLOCK : CacheLifetime.CROSS_BLOCK)
                .budgetBytes(budget.bytes)
                .pinnedShare(pinned == Pinned.ON ? CacheOptions.DEFAULT_PINNED_SHARE : 0)
                .shadowOneIn(1)
                .build());
    }

    /** Returns a trie's options. */
    TrieOptions trieOptions(Executor workers) {
        TrieOptions.Builder options = TrieOptions.builder();
        if (threads == Threads.TWO) {
            options.executor(workers, 2).splitAbove(0);
        }
        return options.build();
    }
}
