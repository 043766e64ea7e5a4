package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.NodeRef;

/**
 * A subtree with at least two leaves.
 *
 * @param path the path of its topmost branch
 * @param ref the ref of that branch itself, without an extension above it
 */
record BranchCell(BranchPath path, NodeRef ref) implements Cell, Standing {}
