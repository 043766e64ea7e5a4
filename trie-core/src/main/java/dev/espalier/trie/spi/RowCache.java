package dev.espalier.trie.spi;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rows of immutable files in memory, by full path. It lies below the overlay, so an uncommitted, failed or unwound
 * block never reaches it. It serves one store.
 *
 * <p>Content is counted in generations. The cache gives the numbers; a store keeps the number of its present files beside
 * them, in the one reference from which views are opened, and each view reads and fills under the number that it was
 * opened with. A number is never given twice, not even to an attempt that failed. Any number of threads may call it at
 * once.
 */
public interface RowCache {
    /** Returns a cache that keeps nothing: what a store without one reads through. */
    static RowCache none() {
        return NoRowCache.NONE;
    }

    /**
     * Returns the generation of the present content: what a store takes for its present files when it opens after {@link
     * #clear}, and again after a publication that threw.
     */
    long generation();

    /**
     * Returns a row that is valid for a reader.
     *
     * @param ref what the row's parent holds of it; a cache may find that a row it keeps is another one, and drop it
     * @param generation the generation of the reader's view; an entry of a later one is not returned
     * @return the row; null if the cache does not know it
     */
    @Nullable
    BranchRow get(BranchPath path, NodeRef ref, long generation);

    /**
     * Offers a row that a reader read from files. It is kept only if the path is absent and no publication has begun
     * since the reader's generation, decided for the path in one step.
     *
     * @param row a row of the path's depth, which hashes to what its parent holds
     * @param generation the generation of the reader's view
     */
    void fill(BranchPath path, BranchRow row, long generation);

    /**
     * Publishes the rows that files change from one generation to the next.
     *
     * <p>No fill is kept from before the first row until {@code makeVisible} has returned. If anything throws, the cache
     * is emptied before fills are kept again, and a new generation begins, whether the new files became visible or not:
     * until the store has taken {@link #generation} for the files that it has, its views neither find nor fill.
     *
     * @param changes the rows that change, in any order; what stood before is not looked at
     * @param makeVisible makes the new files visible to readers, with the generation that it is given
     */
    void publish(RowChanges changes, LongConsumer makeVisible);

    /**
     * Says that a block is committed: a cache that keeps rows for one block forgets them. The generation stays, and views
     * go on.
     */
    void blockCommitted();

    /**
     * Empties the cache and begins a new generation. What older views read is neither found nor kept afterwards.
     *
     * @return the new generation
     */
    long clear();
}
