package dev.espalier.reorg;

/**
 * Where rows were read.
 *
 * @param overlay rows that an overlay had
 * @param cached rows that a cache had
 * @param stored rows asked of segment files, or of a store in memory
 */
record ReadsByTier(long overlay, long cached, long stored) {
    static final ReadsByTier NONE = new ReadsByTier(0, 0, 0);

    ReadsByTier plus(ReadsByTier other) {
        return new ReadsByTier(overlay + other.overlay, cached + other.cached, stored + other.stored);
    }

    ReadsByTier minus(ReadsByTier earlier) {
        return new ReadsByTier(overlay - earlier.overlay, cached - earlier.cached, stored - earlier.stored);
    }

    long all() {
        return overlay + cached + stored;
    }

    /** Returns the part of the reads that needed no store below overlay and cache: 0 to 1. */
    double shareWithoutStore() {
        return all() == 0 ? 1 : (double) (overlay + cached) / all();
    }
}
