package dev.espalier.bench.replay;

import dev.espalier.trie.commit.BlockStats;

/**
 * Where a block's time went, in nanoseconds. Those of the root's parts are sums over threads, all others follow each other.
 *
 * @param unwind undoing the blocks that it replaces
 * @param execution reading and writing the state in the order of its accesses
 * @param warmerWait waiting for what was being read ahead, before the root
 * @param root computing the state root
 * @param normalise reading previous values
 * @param unfold reading rows
 * @param fold shaping rows
 * @param hash writing and hashing rows
 * @param commit making the block durable and visible
 */
public record BlockTimes(
        long unwind,
        long execution,
        long warmerWait,
        long root,
        long normalise,
        long unfold,
        long fold,
        long hash,
        long commit) {
    /** No time. */
    public static final BlockTimes NONE = new BlockTimes(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns a block's times.
     *
     * @param steps execution, waiting for the warmer, root and commit, in this order
     * @param stats tell the root's parts
     */
    static BlockTimes of(long unwind, long[] steps, BlockStats stats) {
        return new BlockTimes(
                unwind,
                steps[0],
                steps[1],
                steps[2],
                stats.normaliseNanos(),
                stats.unfoldNanos(),
                stats.foldNanos(),
                stats.hashNanos(),
                steps[3]);
    }

    /** Returns the time from the first step to the last. */
    public long total() {
        return unwind + execution + warmerWait + root + commit;
    }

    /** Returns the sums. */
    public BlockTimes plus(BlockTimes other) {
        return new BlockTimes(
                unwind + other.unwind,
                execution + other.execution,
                warmerWait + other.warmerWait,
                root + other.root,
                normalise + other.normalise,
                unfold + other.unfold,
                fold + other.fold,
                hash + other.hash,
                commit + other.commit);
    }
}
