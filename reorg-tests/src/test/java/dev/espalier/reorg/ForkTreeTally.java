package dev.espalier.reorg;

import dev.espalier.cache.CacheStats;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** What fork trees met, of all seeds together. Safe for use by any thread. */
final class ForkTreeTally {
    /** What is counted. */
    enum Count {
        SEEDS,
        /** Blocks executed, their roots compared with the oracle's. */
        BLOCKS,
        COMMITS,
        UNWINDS,
        BLOCKS_UNWOUND,
        /** Blocks executed on another block than the head. */
        SIDE_BLOCKS,
        /** Blocks executed by readers beside the head's changes. */
        BLOCKS_OF_READERS,
        FLUSHES,
        FREEZES,
        MERGES,
        REOPENINGS,
        FAILED_PUBLICATIONS,
        /** Accounts with storage that a committed block deleted. */
        DELETED_WITH_STORAGE,
        /** Accounts with storage that were deleted and, after a flush, created anew with storage, and both unwound. */
        RECREATED_AND_UNWOUND_ACROSS_A_FLUSH,
        FILLS_HELD,
        STALE_FILLS,
        PINNED_HITS,
        EVICTING_HITS,
        EVICTIONS,
        SHADOW_CHECKS
    }

    private final Map<Count, LongAdder> counts = new EnumMap<>(Count.class);
    private final AtomicReference<ReadsByTier> reads = new AtomicReference<>(ReadsByTier.NONE);

    ForkTreeTally() {
        for (Count count : Count.values()) {
            counts.put(count, new LongAdder());
        }
    }

    void add(Count count, long number) {
        adder(count).add(number);
    }

    private LongAdder adder(Count count) {
        LongAdder adder = counts.get(count);
        if (adder == null) {
            throw new IllegalStateException("no count " + count);
        }
        return adder;
    }

    long of(Count count) {
        return adder(count).sum();
    }

    void add(ReadsByTier more) {
        reads.accumulateAndGet(more, ReadsByTier::plus);
    }

    void add(CacheStats stats) {
        add(Count.STALE_FILLS, stats.staleFills());
        add(Count.PINNED_HITS, stats.pinned().hits());
        add(Count.EVICTING_HITS, stats.evicting().hits());
        add(Count.EVICTIONS, stats.evicting().evictions());
        add(Count.SHADOW_CHECKS, stats.shadowChecks());
    }

    ReadsByTier reads() {
        return reads.get();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach((count, adder) ->
                text.append(count).append('=').append(adder.sum()).append(' '));
        ReadsByTier all = reads();
        double whole = Math.max(1, all.all()) / 100.0;
        return text.append(String.format(
                        "reads: overlay %.1f %%, cache %.1f %%, store %.1f %%",
                        all.overlay() / whole, all.cached() / whole, all.stored() / whole))
                .toString();
    }
}
