package dev.espalier.bench.engine;

/**
 * How blocks are warmed.
 *
 * @param mode what the warmer is told
 * @param workers threads that read ahead, at most
 */
public record WarmerSettings(Mode mode, int workers) {
    /** What the warmer is told of a block, and when. */
    public enum Mode {
        /** Each key when it is touched. */
        TOUCH,
        /** All keys before the block is executed, by its access list. */
        ACCESS_LIST
    }

    /**
     * @throws IllegalArgumentException if {@code workers} is below 1
     */
    public WarmerSettings {
        if (workers < 1) {
            throw new IllegalArgumentException("workers=" + workers + ", expected at least 1");
        }
    }
}
