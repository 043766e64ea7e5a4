package dev.espalier.bench.engine;

import org.jspecify.annotations.Nullable;

/**
 * What the user asked of the engine.
 *
 * @param threads 1 folds sequentially; more folds subtrees in parallel
 * @param partitionKeys a batch of more keys is processed in partitions of about this many; 0 leaves it to the engine
 * @param thorough whether, with more than one thread, batches of every size are split, not only large ones; a run that
 *     was asked for threads, partitions, flushes, merges or reopenings and shows none then counts as failed
 * @param cache how rows are cached; null does not
 * @param warmer how blocks are warmed; null does not
 * @param store where state lives on disk; null keeps it in memory
 */
public record EngineSettings(
        int threads,
        int partitionKeys,
        boolean thorough,
        @Nullable CacheSettings cache,
        @Nullable WarmerSettings warmer,
        @Nullable StoreSettings store) {
    /**
     * @throws IllegalArgumentException if {@code threads} is below 1 or {@code partitionKeys} below 0
     */
    public EngineSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads + ", expected at least 1");
        }
        if (partitionKeys < 0) {
            throw new IllegalArgumentException("partitionKeys=" + partitionKeys + ", expected at least 0");
        }
    }

    /** Returns whether subtrees are to be folded in parallel. */
    public boolean parallel() {
        return threads > 1;
    }

    /** Returns whether the size of partitions was given. */
    public boolean partitioned() {
        return partitionKeys > 0;
    }
}
