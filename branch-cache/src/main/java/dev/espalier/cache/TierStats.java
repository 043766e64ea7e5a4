package dev.espalier.cache;

/**
 * What one tier of a cache has done since it was created, and what it holds.
 *
 * @param hits lookups that the tier answered; counted from below when many threads look up at once
 * @param misses lookups that the tier was asked for and had no answer to; the evicting tier is asked after the pinned one
 * @param evictions rows that the tier gave up for room; what a clear or the end of a block drops is not among them
 * @param evictedBeforeFirstHit those of them that were never found; 0 in the pinned tier, where a hit leaves no mark
 * @param entries rows that it holds
 * @param bytes heap that they take, keys and the structure around them included
 */
public record TierStats(long hits, long misses, long evictions, long evictedBeforeFirstHit, long entries, long bytes) {}
