package dev.espalier.cache;

/**
 * What a cache has done since it was created, and what it holds. The numbers are read one by one, so that those of a busy
 * cache need not fit together.
 *
 * @param pinned the tier of roots and top levels
 * @param evicting the tier of all other rows
 * @param compulsoryMisses misses of paths that no fill and no publication had brought before; counted from below, and 0
 *     unless the options ask for it
 * @param fills rows that readers offered and the cache kept
 * @param staleFills offered rows that were dropped, as a publication had begun since their reader's generation
 * @param heldBackFills offered rows that were not tried, as the cache hardly finds anything
 * @param published rows that publications put
 * @param removed rows that publications removed, or did not put
 * @param shadowChecks hits whose hash was compared with what the parent holds
 * @param divergences those of them that differed; anything but 0 is a fault
 * @param generations generations begun, failed ones included
 */
public record CacheStats(
        TierStats pinned,
        TierStats evicting,
        long compulsoryMisses,
        long fills,
        long staleFills,
        long heldBackFills,
        long published,
        long removed,
        long shadowChecks,
        long divergences,
        long generations) {
    /** Returns the lookups that found a row. */
    public long hits() {
        return pinned.hits() + evicting.hits();
    }

    /** Returns the lookups that found none. */
    public long misses() {
        return evicting.misses();
    }

    /** Returns the rows that are held. */
    public long entries() {
        return pinned.entries() + evicting.entries();
    }

    /** Returns the bytes that are held, of the budget. */
    public long bytes() {
        return pinned.bytes() + evicting.bytes();
    }
}
