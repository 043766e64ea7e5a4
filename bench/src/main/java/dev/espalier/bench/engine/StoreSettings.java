package dev.espalier.bench.engine;

import java.nio.file.Path;

/**
 * Where state lives on disk, and what is done to it on the way.
 *
 * @param directory the store's directory, or that of many stores
 * @param eachTrie whether each trie gets a store of its own in the directory, removed with the trie unless it is kept
 * @param upkeep what is done to the store, and when
 * @param durableEvery blocks that become durable together, at least 1
 */
public record StoreSettings(Path directory, boolean eachTrie, StoreUpkeep upkeep, int durableEvery) {
    /**
     * @throws IllegalArgumentException if {@code durableEvery} is below 1
     */
    public StoreSettings {
        if (durableEvery < 1) {
            throw new IllegalArgumentException("durableEvery=" + durableEvery + ", expected at least 1");
        }
    }
}
