package dev.espalier.trie.codec;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;

/** What stands at the root of a trie. It is kept beside the rows, since no row names it. Immutable. */
public sealed interface RootCell {
    /** A trie without leaves. */
    RootCell EMPTY = new Empty();

    /** A trie without leaves. */
    record Empty() implements RootCell {}

    /**
     * A trie of one leaf.
     *
     * @param key the leaf's key
     */
    record Leaf(Hash32 key) implements RootCell {}

    /**
     * A trie of at least two leaves.
     *
     * @param path the path of the topmost branch; an extension leads to it where its depth is not 0
     * @param ref the ref of the topmost branch itself
     */
    record Branch(BranchPath path, NodeRef ref) implements RootCell {}
}
