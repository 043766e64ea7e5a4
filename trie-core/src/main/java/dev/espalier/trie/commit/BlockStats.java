package dev.espalier.trie.commit;

/**
 * What computing a block's roots did so far.
 *
 * @param loads branch rows asked of what lies below the block
 * @param distinctLoads different rows among them; equal to {@code loads}
 * @param blockRows rows found in the changes of uncommitted blocks, its own included
 * @param absentProbes rows asked for that no layer had; 0 unless the store is damaged
 * @param leafReads leaves asked of what lies below the block
 * @param rowsWritten rows written or deleted
 * @param hashes nodes hashed, without keys
 * @param subtreeTasks subtrees folded as tasks of their own; 0 where the batch was not split
 * @param partitions parts that batches were processed in
 * @param normaliseNanos time for previous values
 * @param unfoldNanos time for reading rows, summed over tasks
 * @param foldNanos time for shaping rows, summed over tasks
 * @param hashNanos time for writing and hashing rows, summed over tasks
 */
public record BlockStats(
        long loads,
        long distinctLoads,
        long blockRows,
        long absentProbes,
        long leafReads,
        long rowsWritten,
        long hashes,
        long subtreeTasks,
        long partitions,
        long normaliseNanos,
        long unfoldNanos,
        long foldNanos,
        long hashNanos) {
    /** Nothing done. */
    public static final BlockStats NONE = new BlockStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the sums. */
    public BlockStats plus(BlockStats other) {
        return new BlockStats(
                loads + other.loads,
                distinctLoads + other.distinctLoads,
                blockRows + other.blockRows,
                absentProbes + other.absentProbes,
                leafReads + other.leafReads,
                rowsWritten + other.rowsWritten,
                hashes + other.hashes,
                subtreeTasks + other.subtreeTasks,
                partitions + other.partitions,
                normaliseNanos + other.normaliseNanos,
                unfoldNanos + other.unfoldNanos,
                foldNanos + other.foldNanos,
                hashNanos + other.hashNanos);
    }
}
