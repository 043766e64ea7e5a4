package dev.espalier.trie.commit;

/**
 * Tells one execution of a block from another. A block that is discarded or unwound and executed again comes under the
 * same id, perhaps with the same root, but with storage tries of its own; what stands on one must not be committed on
 * the other. Known by its identity alone.
 */
final class BlockInstance {}
