package dev.espalier.trie.spi;

import dev.espalier.trie.Hash32;
import org.jspecify.annotations.Nullable;

/**
 * One leaf's change. The arrays are shared and not to be changed.
 *
 * @param trieId 0 for an account, else the slot's storage id
 * @param before the stored bytes before; null if the leaf did not exist
 * @param after the stored bytes after; null if the leaf is deleted. It differs from {@code before}
 */
public record LeafChange(long trieId, Hash32 key, byte @Nullable [] before, byte @Nullable [] after) {}
