package dev.espalier.warmer;

import org.jspecify.annotations.Nullable;

/**
 * A key as the EVM named it.
 *
 * @param block the block that it is touched by
 * @param account an {@link dev.espalier.trie.Address}, or a {@link dev.espalier.trie.Hash32} if hashed already
 * @param slot a {@link dev.espalier.trie.UInt256}, or a {@link dev.espalier.trie.Hash32} if hashed already; null for the
 *     account itself
 */
record Touch(BlockWarmer block, Object account, @Nullable Object slot) {}
