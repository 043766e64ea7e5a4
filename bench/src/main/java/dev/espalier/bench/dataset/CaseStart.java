package dev.espalier.bench.dataset;

import dev.espalier.trie.Hash32;
import org.jspecify.annotations.Nullable;

/**
 * How a case of blocks begins.
 *
 * @param name as the file gives it, not unique; empty when it gives none
 * @param line where the case begins, counted from 1
 * @param leaves what the trie's leaves are
 * @param from the state to continue from; null for a case that begins at the empty state
 */
public record CaseStart(
        String name, int line, Leaves leaves, @Nullable StartState from) {
    /** What the leaves of a case's trie are. */
    public enum Leaves {
        /** Accounts and slots. */
        STATE,
        /** Bytes as they are given. */
        RAW
    }

    /**
     * A state that another file ends with.
     *
     * @param root its state root
     * @param hash what the first block calls it as its parent
     */
    public record StartState(Hash32 root, Hash32 hash) {}

    static CaseStart atEmptyState(String name, int line) {
        return new CaseStart(name, line, Leaves.STATE, null);
    }
}
