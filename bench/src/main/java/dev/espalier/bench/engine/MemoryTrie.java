package dev.espalier.bench.engine;

import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A state in memory.
 *
 * @param warming begins to warm a block
 * @param onClose lets go of what belongs to it
 */
record MemoryTrie(CommitmentTrie trie, Function<UncommittedBlock, BlockWarming> warming, Runnable onClose)
        implements EngineTrie {
    @Override
    public BlockWarming warm(UncommittedBlock block) {
        return warming.apply(block);
    }

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
    public @Nullable Path directory() {
        return null;
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
