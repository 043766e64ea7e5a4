package dev.espalier.bench.replay;

import dev.espalier.bench.engine.EngineWork;
import dev.espalier.trie.Hash32;
import dev.espalier.warmer.WarmerReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the replay of a workload came out. Sums are over the blocks that count.
 *
 * @param startRoot root of the state that it began on
 * @param blocks all, in order
 * @param checkedRoot the last root of a run without threads and cache; null if there was none
 * @param heapBytes heap in use after the last block, garbage included
 * @param diskReadMicros how long the disk takes for a page, in the middle; null if the state was in memory
 */
public record WorkloadReport(
        WorkloadScenario scenario,
        Hash32 startRoot,
        List<PlayedBlock> blocks,
        @Nullable Hash32 checkedRoot,
        long heapBytes,
        @Nullable Double diskReadMicros) {
    /** Keeps a copy of the blocks. */
    public WorkloadReport {
        blocks = List.copyOf(blocks);
    }

    /** Returns the blocks that count. */
    public List<PlayedBlock> counted() {
        return blocks.subList(scenario.leftOut(), blocks.size());
    }

    /** Returns the state root after the last block. */
    public Hash32 lastRoot() {
        return blocks.getLast().root();
    }

    /** Returns whether the last root is the one that was checked against, if any was. */
    public boolean passed() {
        return checkedRoot == null || checkedRoot.equals(lastRoot());
    }

    /** Returns the gas. */
    public long gas() {
        return counted().stream().mapToLong(PlayedBlock::gas).sum();
    }

    /** Returns the different keys that each block wrote. */
    public long writtenKeys() {
        return counted().stream().mapToLong(PlayedBlock::writtenKeys).sum();
    }

    /** Returns how often the process waited for a page of a mapped file. */
    public long majorFaults() {
        return counted().stream().mapToLong(PlayedBlock::majorFaults).sum();
    }

    /** Returns what computing the roots did. */
    public EngineWork work() {
        return counted().stream().map(PlayedBlock::work).reduce(EngineWork.NONE, EngineWork::plus);
    }

    /** Returns where the time went. */
    public BlockTimes times() {
        return counted().stream().map(PlayedBlock::times).reduce(BlockTimes.NONE, BlockTimes::plus);
    }

    /** Returns where the rows for the roots were found. */
    public RowReads rootReads() {
        return counted().stream().map(PlayedBlock::rootReads).reduce(RowReads.NONE, RowReads::plus);
    }

    /** Returns how many rows the roots had to wait for. */
    public long rootMisses() {
        return counted().stream().mapToLong(PlayedBlock::rootMisses).sum();
    }

    /** Returns what was read ahead. */
    public WarmerReport warmed() {
        return counted().stream().map(PlayedBlock::warmed).reduce(WarmerReport.NONE, WarmerReport::plus);
    }

    /** Returns all that was read. */
    public RowReads reads() {
        return counted().stream().map(PlayedBlock::reads).reduce(RowReads.NONE, RowReads::plus);
    }

    /** Returns the million gas a second of each block, lowest first. */
    public double[] mgasPerSecond() {
        return counted().stream()
                .mapToDouble(PlayedBlock::mgasPerSecond)
                .sorted()
                .toArray();
    }

    /** Returns the heap that a block allocated, in the mean. */
    public long allocatedBytesPerBlock() {
        return counted().stream().mapToLong(PlayedBlock::allocatedBytes).sum()
                / counted().size();
    }
}
