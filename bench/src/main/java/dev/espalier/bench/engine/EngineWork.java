package dev.espalier.bench.engine;

import dev.espalier.trie.commit.BlockStats;

/**
 * What the engine did, counted.
 *
 * @param loads branch rows read from the store
 * @param distinctLoads of these, the different ones within their batch
 * @param blockRows rows found in the changes of uncommitted blocks
 * @param absentProbes rows that were asked for and are not there
 * @param subtreeTasks subtrees that were folded as tasks of their own
 * @param partitions parts of those batches that were processed in more than one part
 */
public record EngineWork(
        long loads, long distinctLoads, long blockRows, long absentProbes, long subtreeTasks, long partitions) {
    /** Nothing done. */
    public static final EngineWork NONE = new EngineWork(0, 0, 0, 0, 0, 0);

    /** Returns what was done for a block. */
    public static EngineWork of(BlockStats block) {
        return between(BlockStats.NONE, block);
    }

    /** Returns what was done for the one batch, a block's or an unwind's, that lies between two counts. */
    public static EngineWork between(BlockStats before, BlockStats after) {
        long partitions = after.partitions() - before.partitions();
        return new EngineWork(
                after.loads() - before.loads(),
                after.distinctLoads() - before.distinctLoads(),
                after.blockRows() - before.blockRows(),
                after.absentProbes() - before.absentProbes(),
                after.subtreeTasks() - before.subtreeTasks(),
                partitions > 1 ? partitions : 0);
    }

    /** Returns this and the other together. */
    public EngineWork plus(EngineWork other) {
        return new EngineWork(
                loads + other.loads,
                distinctLoads + other.distinctLoads,
                blockRows + other.blockRows,
                absentProbes + other.absentProbes,
                subtreeTasks + other.subtreeTasks,
                partitions + other.partitions);
    }
}
