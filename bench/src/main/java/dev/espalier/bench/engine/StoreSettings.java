package dev.espalier.bench.engine;

import dev.espalier.store.StoreOptions;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Where state lives on disk, and what is done to it on the way.
 *
 * @param directory the store's directory, or that of many stores
 * @param eachTrie whether each trie gets a store of its own in the directory, removed with the trie unless it is kept
 * @param upkeep what is done to the store, and when
 * @param durableEvery blocks that become durable together, at least 1
 * @param form sets how its segment files are written
 */
public record StoreSettings(
        Path directory,
        boolean eachTrie,
        StoreUpkeep upkeep,
        int durableEvery,
        UnaryOperator<StoreOptions.Builder> form) {
    /**
     * @throws IllegalArgumentException if {@code durableEvery} is below 1
     */
    public StoreSettings {
        if (durableEvery < 1) {
            throw new IllegalArgumentException("durableEvery=" + durableEvery + ", expected at least 1");
        }
    }

    /** Adds to options what the settings say. */
    StoreOptions.Builder addTo(StoreOptions.Builder options) {
        return form.apply(options).durableEvery(durableEvery);
    }
}
