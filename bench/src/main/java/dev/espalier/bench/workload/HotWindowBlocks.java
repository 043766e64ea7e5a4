package dev.espalier.bench.workload;

import java.util.function.Consumer;

/** Blocks as they follow each other on a live chain, with a bloat block in place of each so many. */
final class HotWindowBlocks implements Workload {
    private final WindowBlocks blocks;
    private final BloatBlocks bloat;
    private final int bloatEvery;

    /**
     * @param bloatEvery blocks from one bloat block to the next; 0 for none
     */
    HotWindowBlocks(StateShape shape, int bloatEvery) {
        blocks = new WindowBlocks(shape);
        bloat = new BloatBlocks(shape);
        this.bloatEvery = bloatEvery;
    }

    @Override
    public void play(int number, Consumer<Access> block) {
        if (bloatEvery > 0 && number % bloatEvery == 0) {
            bloat.play(number, block);
        } else {
            blocks.play(new WindowBlocks.Place(number, number), block);
        }
    }
}
