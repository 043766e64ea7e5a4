package dev.espalier.trie.spi;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rows of immutable files in memory, by full path. It lies below the overlay, so an uncommitted, failed or unwound
 * block never reaches it.
 *
 * <p>Content is counted in generations: the number of publications so far. Any number of threads may call it at once.
 */
public interface RowCache {
    /**
     * Returns a row that is valid for a reader.
     *
     * @param generation the generation of the reader's view; an entry of a later one is not returned
     * @return the row; null if the cache does not know it
     */
    @Nullable
    BranchRow get(BranchPath path, long generation);

    /**
     * Offers a row that a reader read from files. It is kept only if the path is absent and no publication has begun
     * since the reader's generation, decided for the path in one step.
     *
     * @param generation the generation of the reader's view
     */
    void fill(BranchPath path, BranchRow row, long generation);

    /**
     * Publishes the rows that files change from one generation to the next.
     *
     * <p>No fill is kept from before the first row until {@code makeVisible} has returned. If {@code makeVisible}
     * throws, the cache is emptied before fills are kept again.
     *
     * @param changes the rows that change
     * @param makeVisible makes the new files visible to readers
     */
    void publish(RowChanges changes, Runnable makeVisible);

    /** Empties the cache. */
    void clear();
}
