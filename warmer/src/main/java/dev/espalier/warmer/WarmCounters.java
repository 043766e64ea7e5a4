package dev.espalier.warmer;

import java.util.concurrent.atomic.LongAdder;

/** What warming one block did, added to by any thread. */
final class WarmCounters {
    final LongAdder touched = new LongAdder();
    final LongAdder readOnly = new LongAdder();
    final LongAdder duplicate = new LongAdder();
    final LongAdder dropped = new LongAdder();
    final LongAdder warmed = new LongAdder();
    final LongAdder failed = new LongAdder();
    final LongAdder rows = new LongAdder();
    final LongAdder bytes = new LongAdder();
    final LongAdder useful = new LongAdder();
    final LongAdder late = new LongAdder();

    WarmerReport snapshot() {
        return new WarmerReport(
                touched.sum(),
                readOnly.sum(),
                duplicate.sum(),
                dropped.sum(),
                warmed.sum(),
                failed.sum(),
                rows.sum(),
                bytes.sum(),
                useful.sum(),
                late.sum());
    }
}
