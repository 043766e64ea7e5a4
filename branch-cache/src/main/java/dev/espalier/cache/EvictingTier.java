package dev.espalier.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.espalier.trie.BranchPath;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rows by full path, weighed in bytes of heap, the least useful ones given up when they are too many. Its lock for a key
 * is the lock of that key in both tiers. Any number of threads may use it at once.
 */
final class EvictingTier {
    private final Cache<BranchPath, CachedRow> cache;
    private final ConcurrentMap<BranchPath, CachedRow> map;
    private final Policy.Eviction<BranchPath, CachedRow> policy;
    private final HitCount hits = new HitCount();
    private final LongAdder misses = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final LongAdder evictedBeforeFirstHit = new LongAdder();

    EvictingTier(long maximumBytes, Executor executor) {
        cache = Caffeine.newBuilder()
                .maximumWeight(maximumBytes)
                .weigher((BranchPath path, CachedRow row) -> RetainedBytes.evicting(path, row))
                .executor(executor)
                .evictionListener(
                        (@Nullable BranchPath _, @Nullable CachedRow row, RemovalCause _) -> countEviction(row))
                .build();
        map = cache.asMap();
        policy = cache.policy().eviction().orElseThrow();
    }

    private void countEviction(@Nullable CachedRow row) {
        evictions.increment();
        if (row != null && !row.wasHit()) {
            evictedBeforeFirstHit.increment();
        }
    }

    @Nullable
    CachedRow get(BranchPath path) {
        return cache.getIfPresent(path);
    }

    void countHit() {
        hits.increment();
    }

    void countMiss() {
        misses.increment();
    }

    /** Returns a row without counting it as used. */
    @Nullable
    CachedRow peek(BranchPath path) {
        return cache.policy().getIfPresentQuietly(path);
    }

    /**
     * Decides what stands at a path, with the path locked in both tiers.
     *
     * @param decision is given what stands in this tier, and returns what is to stand there; null is nothing. It calls
     *     nothing of this tier
     */
    void decide(BranchPath path, BiFunction<BranchPath, @Nullable CachedRow, @Nullable CachedRow> decision) {
        map.compute(path, decision);
    }

    /** Makes room: from here on the rows take no more than this, as soon as they are counted. */
    void setMaximumBytes(long bytes) {
        policy.setMaximum(bytes);
    }

    /** Brings up to date what is put off: counts, and with them evictions. */
    void maintain() {
        cache.cleanUp();
    }

    void clear() {
        cache.invalidateAll();
    }

    long hits() {
        return hits.sum();
    }

    long entries() {
        return cache.estimatedSize();
    }

    /** Returns how many rows had to go for others. */
    long evictions() {
        return evictions.sum();
    }

    /** Shows every row with its path, as a scan beside writers sees them. */
    void forEach(BiConsumer<BranchPath, CachedRow> visitor) {
        map.forEach(visitor);
    }

    /** Returns the rows that are the most useful by the tier's own judgement, the best first. */
    SequencedMap<BranchPath, CachedRow> hottest(int limit) {
        return new LinkedHashMap<>(policy.hottest(limit));
    }

    TierStats stats() {
        return new TierStats(
                hits.sum(),
                misses.sum(),
                evictions.sum(),
                evictedBeforeFirstHit.sum(),
                cache.estimatedSize(),
                policy.weightedSize().orElseThrow());
    }
}
