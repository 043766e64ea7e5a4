package dev.espalier.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts hits, in a cell for each of some groups of threads, without an atomic instruction: that would keep the processor
 * from beginning the memory accesses of the next lookup while it waits for those of this one. Two threads of one group
 * that count at the same instant may count once, so the sum is a count from below; of one thread it is exact.
 */
final class HitCount {
    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);
    /** A power of 2. Threads that are created one after the other are of different groups. */
    private static final int GROUPS = 16;
    /** A cell has a cache line of its own. */
    private static final int LONGS_A_LINE = 8;

    private final long[] cells = new long[(GROUPS + 1) * LONGS_A_LINE];

    void increment() {
        int group = (int) Thread.currentThread().threadId() & (GROUPS - 1);
        int cell = (group + 1) * LONGS_A_LINE;
        CELL.setOpaque(cells, cell, (long) CELL.getOpaque(cells, cell) + 1);
    }

    long sum() {
        long sum = 0;
        for (int cell = LONGS_A_LINE; cell < cells.length; cell += LONGS_A_LINE) {
            sum += (long) CELL.getOpaque(cells, cell);
        }
        return sum;
    }
}
