package dev.espalier.segment.filter;

import java.util.Arrays;

/**
 * Finds the fingerprints. Each key is an edge between its three cells; keys are peeled off one by one at a cell that no
 * other remaining key has, and then set in the opposite order, so that such a cell is still free. A seed whose graph does
 * not peel is replaced by the next.
 */
final class FuseBuilder {
    /** A seed fails in a few of a hundred cases for small sets and hardly ever for large ones. */
    private static final int MOST_SEEDS = 1_000;

    private static final int MOST_KEYS = 1 << 28;

    private final long[] hashes;
    private final int from;
    private final int keys;
    private final FuseShape shape;
    /** The number of keys that have each cell, times 4; the lower bits: the xor of which of their cells it is. */
    private final int[] tallies;
    /** The xor of the mixed hashes of the keys that have each cell. */
    private final long[] xors;
    /** Mixed hashes in the order in which they were peeled. */
    private final long[] peeled;
    /** Which of its three cells each was peeled at. */
    private final byte[] peeledAt;

    FuseBuilder(long[] hashes, int from, int to) {
        this.hashes = hashes;
        this.from = from;
        keys = sortDistinct(hashes, from, to);
        if (keys > MOST_KEYS) {
            throw new IllegalArgumentException("filter: keys=" + keys + ", expected at most " + MOST_KEYS);
        }
        shape = FuseShape.of(keys);
        tallies = new int[shape.cells()];
        xors = new long[shape.cells()];
        peeled = new long[keys];
        peeledAt = new byte[keys];
    }

    /** Sorts the range and moves its distinct values to its front; returns their number. */
    private static int sortDistinct(long[] values, int from, int to) {
        Arrays.sort(values, from, to);
        int end = from;
        for (int i = from; i < to; i++) {
            if (i == from || values[i] != values[i - 1]) {
                values[end++] = values[i];
            }
        }
        return end - from;
    }

    BinaryFuse8 build() {
        for (int attempt = 0; attempt < MOST_SEEDS; attempt++) {
            long seed = FuseShape.mix(attempt, 0x9E3779B97F4A7C15L);
            count(seed);
            if (peel()) {
                return new BinaryFuse8(shape, seed, fingerprints(), 0);
            }
        }
        throw new IllegalStateException("filter: keys=" + keys + ", no seed of " + MOST_SEEDS + " works");
    }

    private void count(long seed) {
        Arrays.fill(tallies, 0);
        Arrays.fill(xors, 0);
        for (int i = from; i < from + keys; i++) {
            long mixed = FuseShape.mix(hashes[i], seed);
            int first = shape.firstCell(mixed);
            add(first, 0, mixed);
            add(shape.secondCell(first, mixed), 1, mixed);
            add(shape.thirdCell(first, mixed), 2, mixed);
        }
    }

    private void add(int cell, int which, long mixed) {
        tallies[cell] = (tallies[cell] + 4) ^ which;
        xors[cell] ^= mixed;
    }

    private void remove(int cell, int which, long mixed) {
        tallies[cell] = (tallies[cell] - 4) ^ which;
        xors[cell] ^= mixed;
    }

    /** Peels as far as possible; returns whether that was everything. */
    private boolean peel() {
        int[] alone = new int[shape.cells()];
        int waiting = 0;
        for (int cell = 0; cell < alone.length; cell++) {
            if (isAlone(cell)) {
                alone[waiting++] = cell;
            }
        }
        int done = 0;
        while (waiting > 0) {
            int cell = alone[--waiting];
            // Two cells of one key may both have waited.
            if (!isAlone(cell)) {
                continue;
            }
            long mixed = xors[cell];
            int which = tallies[cell] & 3;
            peeled[done] = mixed;
            peeledAt[done] = (byte) which;
            done++;
            for (int other = 0; other < FuseShape.ARITY; other++) {
                int touched = cellOf(mixed, other);
                remove(touched, other, mixed);
                if (other != which && isAlone(touched)) {
                    alone[waiting++] = touched;
                }
            }
        }
        return done == keys;
    }

    private boolean isAlone(int cell) {
        return tallies[cell] >> 2 == 1;
    }

    private int cellOf(long mixed, int which) {
        int first = shape.firstCell(mixed);
        return switch (which) {
            case 0 -> first;
            case 1 -> shape.secondCell(first, mixed);
            default -> shape.thirdCell(first, mixed);
        };
    }

    private byte[] fingerprints() {
        byte[] cells = new byte[shape.cells()];
        for (int i = keys - 1; i >= 0; i--) {
            long mixed = peeled[i];
            int own = cellOf(mixed, peeledAt[i]);
            byte others = 0;
            for (int which = 0; which < FuseShape.ARITY; which++) {
                others ^= cells[cellOf(mixed, which)];
            }
            // The cell itself is still zero, so it is not among the others.
            cells[own] = (byte) (others ^ FuseShape.fingerprint(mixed));
        }
        return cells;
    }
}
