package dev.espalier.bench.replay;

import dev.espalier.bench.engine.CacheWork;
import dev.espalier.bench.engine.StoreWork;

/**
 * Where rows were found below the blocks, and what was read from files for it.
 *
 * @param overlay rows found in a store's overlays
 * @param pinned rows found in the cache's tier of roots and top levels
 * @param evicting rows found in the cache's other tier
 * @param cacheMisses rows that were looked for in a cache and found in neither tier
 * @param files rows asked of a store's files
 * @param pages pages read from files, for whatever
 * @param bytes their bytes
 */
public record RowReads(long overlay, long pinned, long evicting, long cacheMisses, long files, long pages, long bytes) {
    /** No reads. */
    public static final RowReads NONE = new RowReads(0, 0, 0, 0, 0, 0, 0);

    /** Returns what a store and its cache have read. */
    static RowReads of(StoreWork store, CacheWork cache) {
        return new RowReads(
                store.overlayRows(),
                cache.pinnedHits(),
                cache.evictingHits(),
                cache.misses(),
                store.segmentRows(),
                store.pages(),
                store.pageBytes());
    }

    /** Returns this and the other together. */
    public RowReads plus(RowReads other) {
        return new RowReads(
                overlay + other.overlay,
                pinned + other.pinned,
                evicting + other.evicting,
                cacheMisses + other.cacheMisses,
                files + other.files,
                pages + other.pages,
                bytes + other.bytes);
    }

    /** Returns what was read since the other was taken. */
    RowReads since(RowReads earlier) {
        return new RowReads(
                overlay - earlier.overlay,
                pinned - earlier.pinned,
                evicting - earlier.evicting,
                cacheMisses - earlier.cacheMisses,
                files - earlier.files,
                pages - earlier.pages,
                bytes - earlier.bytes);
    }

    /**
     * Returns how many rows were found neither in memory above the files nor in a cache. In memory there are no files, and
     * what the cache misses is what would be read from them.
     */
    public long misses() {
        return Math.max(files, cacheMisses);
    }
}
