package dev.espalier.bench.engine;

/**
 * What the user asked of the engine.
 *
 * @param threads 1 folds sequentially; more folds subtrees in parallel
 * @param partitionKeys a batch of more keys is processed in partitions of about this many; 0 leaves it to the engine
 * @param splitAlways whether, with more than one thread, batches of every size are split, not only large ones; a run
 *     that was asked for threads or partitions and shows none then counts as failed
 */
public record EngineSettings(int threads, int partitionKeys, boolean splitAlways) {
    /** One thread, and the engine's own choice of partitions. */
    public static final EngineSettings SEQUENTIAL = new EngineSettings(1, 0, false);

    /**
     * @throws IllegalArgumentException if {@code threads} is below 1 or {@code partitionKeys} below 0
     */
    public EngineSettings {
        if (threads < 1) {
            throw new IllegalArgumentException("threads=" + threads + ", expected at least 1");
        }
        if (partitionKeys < 0) {
            throw new IllegalArgumentException("partitionKeys=" + partitionKeys + ", expected at least 0");
        }
    }

    /** Returns the same settings with batches of every size split. */
    public EngineSettings splittingAlways() {
        return new EngineSettings(threads, partitionKeys, true);
    }

    /** Returns whether subtrees are to be folded in parallel. */
    public boolean parallel() {
        return threads > 1;
    }

    /** Returns whether the size of partitions was given. */
    public boolean partitioned() {
        return partitionKeys > 0;
    }
}
