package dev.espalier.bench.engine;

import dev.espalier.cache.CacheStats;

/**
 * What caches of rows did, counted.
 *
 * @param pinnedHits rows found in the tier of roots and top levels
 * @param evictingHits rows found in the other tier
 * @param misses rows found in neither
 * @param fills rows that readers offered and the cache kept
 * @param staleFills rows that were offered too late
 * @param published rows that flushes put
 * @param evictions rows given up for room
 * @param checks hits that were compared with what the parent holds
 * @param divergences those of them that differed
 */
public record CacheWork(
        long pinnedHits,
        long evictingHits,
        long misses,
        long fills,
        long staleFills,
        long published,
        long evictions,
        long checks,
        long divergences) {
    /** Nothing done. */
    public static final CacheWork NONE = new CacheWork(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns what a cache has done since it was created. */
    static CacheWork of(CacheStats stats) {
        return new CacheWork(
                stats.pinned().hits(),
                stats.evicting().hits(),
                stats.misses(),
                stats.fills(),
                stats.staleFills(),
                stats.published(),
                stats.pinned().evictions() + stats.evicting().evictions(),
                stats.shadowChecks(),
                stats.divergences());
    }

    /** Returns the rows that were found. */
    public long hits() {
        return pinnedHits + evictingHits;
    }

    /** Returns this and the other together. */
    public CacheWork plus(CacheWork other) {
        return new CacheWork(
                pinnedHits + other.pinnedHits,
                evictingHits + other.evictingHits,
                misses + other.misses,
                fills + other.fills,
                staleFills + other.staleFills,
                published + other.published,
                evictions + other.evictions,
                checks + other.checks,
                divergences + other.divergences);
    }
}
