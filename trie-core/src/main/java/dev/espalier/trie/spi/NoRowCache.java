package dev.espalier.trie.spi;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Keeps nothing, so that one generation holds for all of its content. Safe for use by any thread. */
enum NoRowCache implements RowCache {
    NONE;

    private static final long ONLY_GENERATION = 0;

    @Override
    public long generation() {
        return ONLY_GENERATION;
    }

    @Override
    public @Nullable BranchRow get(BranchPath path, NodeRef ref, long generation) {
        return null;
    }

    @Override
    public void fill(BranchPath path, BranchRow row, long generation) {}

    @Override
    public void publish(RowChanges changes, LongConsumer makeVisible) {
        makeVisible.accept(ONLY_GENERATION);
    }

    @Override
    public void blockCommitted() {}

    @Override
    public long clear() {
        return ONLY_GENERATION;
    }
}
