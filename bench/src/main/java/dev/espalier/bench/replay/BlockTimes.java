package dev.espalier.bench.replay;

import dev.espalier.trie.commit.BlockStats;

/**
 * Where a block's time went, in nanoseconds. Those of the root's parts are sums over threads, all others follow each other.
 *
 * @param unwind undoing the blocks that it replaces
 * @param execution reading and writing the state in the order of its accesses
 * @param root computing the state root
 * @param normalise reading previous values
 * @param unfold reading rows
 * @param fold shaping rows
 * @param hash writing and hashing rows
 * @param commit making the block durable and visible
 */
public record BlockTimes(
        long unwind, long execution, long root, long normalise, long unfold, long fold, long hash, long commit) {
    /** No time. */
    public static final BlockTimes NONE = new BlockTimes(0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns a block's times, of which the root's parts are known from its own counts. */
    static BlockTimes of(long unwind, long execution, long root, long commit, BlockStats stats) {
        return new BlockTimes(
                unwind,
                execution,
                root,
                stats.normaliseNanos(),
                stats.unfoldNanos(),
                stats.foldNanos(),
                stats.hashNanos(),
                commit);
    }

    /** Returns the time from the first step to the last. */
    public long total() {
        return unwind + execution + root + commit;
    }

    /** Returns the sums. */
    public BlockTimes plus(BlockTimes other) {
        return new BlockTimes(
                unwind + other.unwind,
                execution + other.execution,
                root + other.root,
                normalise + other.normalise,
                unfold + other.unfold,
                fold + other.fold,
                hash + other.hash,
                commit + other.commit);
    }
}
