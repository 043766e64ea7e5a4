package dev.espalier.cache;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts which tries have rows below the levels that can be pinned: a trie that brings many such rows is a large one. It
 * keeps a bounded number of counts, those of the tries that came most often. Any number of threads may use it at once; a
 * count is skipped when another thread is counting.
 */
final class PinCandidates {
    private static final int KEPT = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final long[] trieIds = new long[KEPT];
    private final int[] counts = new int[KEPT];
    private final int wanted;

    /** @param wanted the count that makes a trie a candidate */
    PinCandidates(int wanted) {
        this.wanted = wanted;
    }

    /**
     * Counts one row of a storage trie.
     *
     * @return the trie's count if it is a multiple of the wanted one, else 0
     */
    int count(long trieId) {
        if (!lock.tryLock()) {
            return 0;
        }
        try {
            int place = placeOf(trieId);
            trieIds[place] = trieId;
            counts[place]++;
            return counts[place] % wanted == 0 ? counts[place] : 0;
        } finally {
            lock.unlock();
        }
    }

    /** The place of the trie, or of the one that came least often: the newcomer inherits its count (space-saving). */
    private int placeOf(long trieId) {
        int least = 0;
        for (int i = 0; i < KEPT; i++) {
            if (trieIds[i] == trieId) {
                return i;
            }
            if (counts[i] < counts[least]) {
                least = i;
            }
        }
        return least;
    }

    /** Halves every count, so that old rows count for less, and forgets one trie. */
    void age(long decided) {
        lock.lock();
        try {
            for (int i = 0; i < KEPT; i++) {
                counts[i] = trieIds[i] == decided ? 0 : counts[i] / 2;
            }
        } finally {
            lock.unlock();
        }
    }
}
