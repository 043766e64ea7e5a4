package dev.espalier.cache;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.NodeRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Paths that were hot in one state, in path order. Immutable.
 *
 * @param seq the seq of the state
 * @param block the block of the state
 * @param rowBytes what the rows take in a cache, keys included
 * @param paths the paths, each once, in path order
 */
record HotPathList(long seq, BlockId block, long rowBytes, List<HotPath> paths) {
    /** A path is colder the greater its rank is. */
    static final int RANKS = 256;

    HotPathList {
        paths = List.copyOf(paths);
    }

    /**
     * One path.
     *
     * @param rank 0 for the hottest to 255 for the coldest
     * @param ref what the row's parent holds of it, if the parent is not in the list; else null
     */
    record HotPath(BranchPath path, int rank, @Nullable NodeRef ref) {}

    /** Returns the paths that fit into a budget, if the rows are as large as they were. */
    List<HotPath> within(long budgetBytes) {
        if (budgetBytes >= rowBytes) {
            return paths;
        }
        long ranks = (long) ((double) RANKS * budgetBytes / rowBytes);
        List<HotPath> kept = new ArrayList<>();
        for (HotPath path : paths) {
            if (path.rank() < ranks) {
                kept.add(path);
            }
        }
        return kept;
    }
}
