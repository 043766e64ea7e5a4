package dev.espalier.trie.spi;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;

/**
 * A committed state: the block that made it, its root and the account trie's root cell.
 *
 * @param block {@link BlockId#NONE} for the empty state
 */
public record StateMark(BlockId block, Hash32 root, RootCell cell) {
    /** The state before the first block. */
    public static final StateMark EMPTY = new StateMark(BlockId.NONE, NodeHasher.EMPTY_ROOT, RootCell.EMPTY);
}
