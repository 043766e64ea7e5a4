package dev.espalier.trie.oracle;

import java.util.SortedSet;

/** What the root node of a trie is. */
public enum RootKind {
    /** There is none. */
    EMPTY,
    /** The trie has one key. */
    LEAF,
    /** All keys share their first nibble. */
    EXTENSION,
    /** They do not. */
    BRANCH;

    /** The kind of root that a trie of these keys has. */
    public static RootKind of(SortedSet<Bytes32> keys) {
        if (keys.size() < 2) {
            return keys.isEmpty() ? EMPTY : LEAF;
        }
        return Nibbles.shared(keys.first().hex(), keys.last().hex()) > 0 ? EXTENSION : BRANCH;
    }
}
