package dev.espalier.store;

import dev.espalier.segment.SegmentStats;

/**
 * What a store holds now and did since it was opened.
 *
 * @param seq the newest record's seq
 * @param flushedSeq the newest seq that segments hold
 * @param segments segment files
 * @param segmentBytes their size
 * @param overlayBytes about how many bytes of heap the overlays hold
 * @param openViews views not closed yet
 * @param overlayRows rows read from an overlay
 * @param overlayLeaves leaves read from an overlay
 * @param cachedRows rows found in the row cache
 * @param segmentRows rows asked of the segments
 * @param segmentLeaves leaves asked of the segments
 * @param replayed log records replayed when the store was opened
 * @param flushes flushes finished
 * @param freezes freezes finished
 * @param merges merges finished
 * @param keysInBase keys of leaves whose rests rows omit, found in the base
 * @param keysInAllLayers such keys that had to be looked for in every layer
 * @param changedBytes keys and values of the rows and leaves that changes wrote
 * @param waits commits that waited because both overlays were full
 * @param failedPublications flushes whose rows the row cache could not take, so that it is empty since
 * @param reads the segments' reads
 */
public record StoreStats(
        long seq,
        long flushedSeq,
        int segments,
        long segmentBytes,
        long overlayBytes,
        int openViews,
        long overlayRows,
        long overlayLeaves,
        long cachedRows,
        long segmentRows,
        long segmentLeaves,
        long replayed,
        long flushes,
        long freezes,
        long merges,
        long keysInBase,
        long keysInAllLayers,
        long changedBytes,
        long waits,
        long failedPublications,
        SegmentStats reads) {}
