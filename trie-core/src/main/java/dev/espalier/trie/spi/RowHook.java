package dev.espalier.trie.spi;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import org.jspecify.annotations.Nullable;

/** Told of every row that a change of the state writes: what keeps an overlay, and through it a cache, true. */
@FunctionalInterface
public interface RowHook {
    /**
     * Takes one changed row; called once for each, in path order.
     *
     * @param before the row that stood there; null if there was none
     * @param after the row that stands there now; null if it is gone. It differs from {@code before}
     */
    void rowChanged(BranchPath path, @Nullable BranchRow before, @Nullable BranchRow after);
}
