package dev.espalier.bench.workload;

/**
 * What blocks are made for.
 *
 * @param shape the state they are played on; its seed is theirs
 * @param bloatEvery among blocks of a live chain, each one whose number is a multiple of this is a bloat block; 0 for none
 * @param updates of a batch, at least 1
 */
public record WorkloadSize(StateShape shape, int bloatEvery, int updates) {
    /** Between bloat blocks, unless told otherwise. */
    public static final int DEFAULT_BLOAT_EVERY = 50;

    /** The updates of a batch, unless told otherwise. */
    public static final int DEFAULT_UPDATES = 1_000_000;

    /**
     * @throws IllegalArgumentException if a number is out of range, or the state has no accounts or no contracts
     */
    public WorkloadSize {
        requireAtLeast(1, shape.accounts(), "accounts");
        requireAtLeast(1, shape.contracts(), "contracts");
        requireAtLeast(0, bloatEvery, "bloatEvery");
        requireAtLeast(1, updates, "updates");
    }

    private static void requireAtLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + ", expected at least " + least);
        }
    }
}
