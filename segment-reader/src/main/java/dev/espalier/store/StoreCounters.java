package dev.espalier.store;

import dev.espalier.segment.SegmentCounters;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.store.log.FileList;
import java.util.concurrent.atomic.LongAdder;

/** What a store did since it was opened, added to by any thread. */
final class StoreCounters {
    final LongAdder overlayRows = new LongAdder();
    final LongAdder overlayLeaves = new LongAdder();
    final LongAdder cachedRows = new LongAdder();
    final LongAdder segmentRows = new LongAdder();
    final LongAdder segmentLeaves = new LongAdder();
    final LongAdder replayed = new LongAdder();
    final LongAdder flushes = new LongAdder();
    final LongAdder freezes = new LongAdder();
    final LongAdder merges = new LongAdder();
    final LongAdder keysInBase = new LongAdder();
    final LongAdder keysInAllLayers = new LongAdder();
    final LongAdder changedBytes = new LongAdder();
    final LongAdder waits = new LongAdder();
    final LongAdder failedPublications = new LongAdder();
    final SegmentCounters segments = new SegmentCounters();

    /** Returns the counts so far, with what the store holds now. */
    StoreStats stats(Head now, FileList list, int openViews) {
        Overlay flushing = now.layers().sealed();
        return new StoreStats(
                now.seq(),
                list.flushedSeq(),
                list.segments().size(),
                list.segments().stream().mapToLong(SegmentInfo::bytes).sum(),
                now.layers().active().bytes() + (flushing == null ? 0 : flushing.bytes()),
                openViews,
                overlayRows.sum(),
                overlayLeaves.sum(),
                cachedRows.sum(),
                segmentRows.sum(),
                segmentLeaves.sum(),
                replayed.sum(),
                flushes.sum(),
                freezes.sum(),
                merges.sum(),
                keysInBase.sum(),
                keysInAllLayers.sum(),
                changedBytes.sum(),
                waits.sum(),
                failedPublications.sum(),
                segments.snapshot());
    }
}
