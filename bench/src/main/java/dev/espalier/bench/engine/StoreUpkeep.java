package dev.espalier.bench.engine;

/**
 * After how many blocks something is done to a store; 0 leaves it to the store. Blocks are counted over all tries of an
 * engine, unwinds as one block each.
 *
 * @param flushEvery blocks after which the overlay is flushed
 * @param freezeEvery blocks after which the overlay is flushed and the fresh segments are frozen into one
 * @param mergeEvery blocks after which the overlay is flushed and all segments are merged
 * @param reopenEvery blocks after which the store is closed and opened again
 */
public record StoreUpkeep(int flushEvery, int freezeEvery, int mergeEvery, int reopenEvery) {
    /**
     * @throws IllegalArgumentException if a number is below 0
     */
    public StoreUpkeep {
        requireNotNegative(flushEvery, "flushEvery");
        requireNotNegative(freezeEvery, "freezeEvery");
        requireNotNegative(mergeEvery, "mergeEvery");
        requireNotNegative(reopenEvery, "reopenEvery");
    }

    private static void requireNotNegative(int value, String name) {
        if (value < 0) {
            throw new IllegalArgumentException(name + "=" + value + ", expected at least 0");
        }
    }
}
