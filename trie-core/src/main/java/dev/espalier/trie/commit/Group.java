package dev.espalier.trie.commit;

import org.jspecify.annotations.Nullable;

/**
 * Operations that arrive together at one place of a trie.
 *
 * @param owner takes what the place becomes
 * @param child the owner's child that the place is
 * @param depth the number of leading nibbles that the operations share, at least
 * @param standing what stands there before; null for nothing
 * @param ops sorted by key
 * @param from the first operation
 * @param to behind the last operation
 * @param placed whether the operations are just the leaves that are there afterwards, already checked against what stood
 */
record Group(
        Cell.Owner owner,
        int child,
        TrieUpdate trie,
        int depth,
        @Nullable Standing standing,
        LeafOp[] ops,
        int from,
        int to,
        boolean placed) {
    int size() {
        return to - from;
    }

    LeafOp first() {
        return ops[from];
    }

    LeafOp last() {
        return ops[to - 1];
    }
}
