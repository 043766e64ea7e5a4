package dev.espalier.bench.engine;

import java.nio.file.Path;

/**
 * Where state lives on disk, and what is done to it on the way. Blocks are counted over all tries of an engine, unwinds
 * as one block each; 0 leaves it to the store.
 *
 * @param directory the store's directory, or that of many stores
 * @param eachTrie whether each trie gets a store of its own in the directory, removed with the trie unless it is kept
 * @param flushEvery blocks after which the overlay is flushed
 * @param mergeEvery blocks after which the overlay is flushed and all segments are merged
 * @param reopenEvery blocks after which the store is closed and opened again
 * @param durableEvery blocks that become durable together, at least 1
 */
public record StoreSettings(
        Path directory, boolean eachTrie, int flushEvery, int mergeEvery, int reopenEvery, int durableEvery) {
    /**
     * @throws IllegalArgumentException if a number is below its least value
     */
    public StoreSettings {
        requireAtLeast(0, flushEvery, "flushEvery");
        requireAtLeast(0, mergeEvery, "mergeEvery");
        requireAtLeast(0, reopenEvery, "reopenEvery");
        requireAtLeast(1, durableEvery, "durableEvery");
    }

    private static void requireAtLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + ", expected at least " + least);
        }
    }
}
