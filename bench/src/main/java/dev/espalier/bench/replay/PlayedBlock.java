package dev.espalier.bench.replay;

import dev.espalier.bench.engine.EngineWork;
import dev.espalier.trie.Hash32;
import dev.espalier.warmer.WarmerReport;

/**
 * A block of a workload as it was played.
 *
 * @param number from 1
 * @param unwound blocks that were undone before it
 * @param root state root after it
 * @param gas of its transactions
 * @param writtenKeys different accounts and slots that it wrote
 * @param times where its time went
 * @param work what computing its root did
 * @param rootReads where the rows for its root were found
 * @param reads what was read from its beginning to its end
 * @param warmed what was read ahead for it
 * @param majorFaults how often the process waited for a page of a mapped file meanwhile
 * @param allocatedBytes heap that all threads allocated meanwhile
 */
public record PlayedBlock(
        int number,
        int unwound,
        Hash32 root,
        long gas,
        long writtenKeys,
        BlockTimes times,
        EngineWork work,
        RowReads rootReads,
        RowReads reads,
        WarmerReport warmed,
        long majorFaults,
        long allocatedBytes) {
    /** Returns how many rows computing the root had to wait for: read from files, or being read ahead still. */
    public long rootMisses() {
        return rootReads.misses() + warmed.late();
    }

    /** Returns how many million gas were played in a second. */
    public double mgasPerSecond() {
        return gas / 1e6 / (times.total() / 1e9);
    }
}
