package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers roughly which paths have been in the cache: 4 MiB of bits, one a path. Of paths that have not, a part as large
 * as that of the set bits is taken for known: 6 % after 2 million paths. Any number of threads may use it at once.
 */
final class SeenPaths {
    private static final int WORDS = 1 << 19;

    private final AtomicLongArray words = new AtomicLongArray(WORDS);

    void add(BranchPath path) {
        int place = path.hashCode();
        long bit = 1L << place;
        int word = place >>> 6 & (WORDS - 1);
        if ((words.get(word) & bit) == 0) {
            words.getAndAccumulate(word, bit, (old, added) -> old | added);
        }
    }

    boolean contains(BranchPath path) {
        int place = path.hashCode();
        return (words.get(place >>> 6 & (WORDS - 1)) & 1L << place) != 0;
    }
}
