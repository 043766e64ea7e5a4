package dev.espalier.bench.workload;

import java.util.function.Consumer;

/**
 * A live chain whose head moves to other branches: after every ten blocks one to five are undone, and blocks of the same
 * heights played in their place, which have most transactions in common with them and give other values.
 */
final class ReorgBlocks implements Workload {
    static final int EVERY = 10;
    static final int DEEPEST = 5;

    private static final int DEPTHS = 1;

    private final WindowBlocks blocks;
    private final long seed;

    ReorgBlocks(StateShape shape) {
        blocks = new WindowBlocks(shape);
        seed = shape.seed();
    }

    @Override
    public int unwindBefore(int number) {
        if (number == 1 || (number - 1) % EVERY != 0) {
            return 0;
        }
        return 1 + BlockRandom.of(seed, number, DEPTHS).nextInt(DEEPEST);
    }

    /** Returns how high a block stands above the start. */
    int height(int number) {
        int undone = 0;
        for (int before = EVERY + 1; before <= number; before += EVERY) {
            undone += unwindBefore(before);
        }
        return number - undone;
    }

    @Override
    public void play(int number, Consumer<Access> block) {
        blocks.play(new WindowBlocks.Place(height(number), number), block);
    }
}
