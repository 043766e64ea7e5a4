package dev.espalier.bench.replay;

/**
 * What the bloat replay builds and plays.
 *
 * @param slots of the bloat account, at least 1
 * @param accounts beside it, at least 0
 * @param blocks to play, at least 1
 * @param seed the same seed gives the same state, blocks and roots
 */
public record BloatScenario(int slots, int accounts, int blocks, long seed) {
    /**
     * @throws IllegalArgumentException if a number is below its least value
     */
    public BloatScenario {
        requireAtLeast(1, slots, "slots");
        requireAtLeast(0, accounts, "accounts");
        requireAtLeast(1, blocks, "blocks");
    }

    private static void requireAtLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + ", expected at least " + least);
        }
    }
}
