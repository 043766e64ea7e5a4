package dev.espalier.bench.engine;

import dev.espalier.store.StoreStats;

/**
 * What stores did, counted.
 *
 * @param flushes overlays written to a segment file
 * @param freezes segments frozen into one
 * @param merges all segments merged into a base
 * @param reopenings stores closed and opened again
 * @param replayed log records replayed at a reopening
 * @param overlayRows rows read from an overlay
 * @param overlayLeaves leaves read from an overlay
 * @param segmentRows rows asked of the segments
 * @param segmentLeaves leaves asked of the segments
 * @param changedBytes keys and values of the rows and leaves that changes wrote
 * @param waits commits that waited because both overlays were full
 * @param pages pages read from segments
 * @param pageBytes their bytes
 */
public record StoreWork(
        long flushes,
        long freezes,
        long merges,
        long reopenings,
        long replayed,
        long overlayRows,
        long overlayLeaves,
        long segmentRows,
        long segmentLeaves,
        long changedBytes,
        long waits,
        long pages,
        long pageBytes) {
    /** Nothing done. */
    public static final StoreWork NONE = new StoreWork(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    static final StoreWork REOPENING = new StoreWork(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns what a store did since it was opened. */
    static StoreWork of(StoreStats stats) {
        return new StoreWork(
                stats.flushes(),
                stats.freezes(),
                stats.merges(),
                0,
                stats.replayed(),
                stats.overlayRows(),
                stats.overlayLeaves(),
                stats.segmentRows(),
                stats.segmentLeaves(),
                stats.changedBytes(),
                stats.waits(),
                stats.reads().pagesRead(),
                stats.reads().bytesRead());
    }

    /** Returns this and the other together. */
    public StoreWork plus(StoreWork other) {
        return new StoreWork(
                flushes + other.flushes,
                freezes + other.freezes,
                merges + other.merges,
                reopenings + other.reopenings,
                replayed + other.replayed,
                overlayRows + other.overlayRows,
                overlayLeaves + other.overlayLeaves,
                segmentRows + other.segmentRows,
                segmentLeaves + other.segmentLeaves,
                changedBytes + other.changedBytes,
                waits + other.waits,
                pages + other.pages,
                pageBytes + other.pageBytes);
    }
}
