package dev.espalier.bench.workload;

import java.util.function.Consumer;

/**
 * Blocks of one kind, made up from a seed. Each is a function of seed and number, so it can be made again, and in any
 * order. Confined to one thread.
 */
public interface Workload {
    /**
     * Returns how many blocks are undone before a block is played.
     *
     * @param number of the block, from 1
     */
    default int unwindBefore(int number) {
        return 0;
    }

    /**
     * Gives what a block does, in the order of execution.
     *
     * @param number from 1, counted as played: a block that is played in place of an undone one has a number of its own
     */
    void play(int number, Consumer<Access> block);
}
