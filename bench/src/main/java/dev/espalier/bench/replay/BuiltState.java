package dev.espalier.bench.replay;

import dev.espalier.trie.Hash32;
import org.jspecify.annotations.Nullable;

/**
 * The state that the replay starts from.
 *
 * @param root its state root
 * @param storageRoot the bloat account's storage root
 * @param knownStorageRoot what an independent program computed for this many slots; null when it was not run
 * @param elapsedNanos for building it
 */
public record BuiltState(
        Hash32 root, Hash32 storageRoot, @Nullable Hash32 knownStorageRoot, long elapsedNanos) {
    /** Returns whether the storage root is not the known one. */
    public boolean mismatch() {
        return knownStorageRoot != null && !knownStorageRoot.equals(storageRoot);
    }
}
