package dev.espalier.bench.engine;

import dev.espalier.trie.commit.CommitmentTrie;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A state in memory.
 *
 * @param onClose lets go of what belongs to it
 */
record MemoryTrie(CommitmentTrie trie, Runnable onClose) implements EngineTrie {
    @Override
    public void changed() {
        // Memory has nothing to flush.
    }

    @Override
    public void settle() {
        // Memory has nothing to merge.
    }

    @Override
    public StoreWork work() {
        return StoreWork.NONE;
    }

    @Override
    public @Nullable Path keep() {
        return null;
    }

    @Override
    public void close() {
        onClose.run();
    }
}
