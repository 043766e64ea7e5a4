package dev.espalier.store;

import dev.espalier.segment.SegmentCounters;
import java.util.concurrent.atomic.LongAdder;

/** What a store did since it was opened, added to by any thread. */
final class StoreCounters {
    final LongAdder overlayRows = new LongAdder();
    final LongAdder overlayLeaves = new LongAdder();
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
    final SegmentCounters segments = new SegmentCounters();
}
