package dev.espalier.trie.commit;

import java.util.concurrent.atomic.LongAdder;

/** What a block's computation did, added to by any task. Nanoseconds are summed over tasks, not wall time. */
final class FoldCounters {
    final LongAdder loads = new LongAdder();
    final LongAdder distinctLoads = new LongAdder();
    final LongAdder blockRows = new LongAdder();
    final LongAdder absentProbes = new LongAdder();
    final LongAdder leafReads = new LongAdder();
    final LongAdder rowsWritten = new LongAdder();
    final LongAdder hashes = new LongAdder();
    final LongAdder subtreeTasks = new LongAdder();
    final LongAdder partitions = new LongAdder();
    final LongAdder normaliseNanos = new LongAdder();
    final LongAdder unfoldNanos = new LongAdder();
    final LongAdder foldNanos = new LongAdder();
    final LongAdder hashNanos = new LongAdder();

    void addFold(long fold, long hash, long hashed) {
        foldNanos.add(fold);
        hashNanos.add(hash);
        hashes.add(hashed);
    }

    BlockStats snapshot() {
        return new BlockStats(
                loads.sum(),
                distinctLoads.sum(),
                blockRows.sum(),
                absentProbes.sum(),
                leafReads.sum(),
                rowsWritten.sum(),
                hashes.sum(),
                subtreeTasks.sum(),
                partitions.sum(),
                normaliseNanos.sum(),
                unfoldNanos.sum(),
                foldNanos.sum(),
                hashNanos.sum());
    }
}
