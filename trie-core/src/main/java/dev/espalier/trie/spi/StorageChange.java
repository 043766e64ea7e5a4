package dev.espalier.trie.spi;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.RootCell;

/**
 * A storage trie that an account lost or got back.
 *
 * @param account the account's hashed address
 * @param storageId names the storage trie; an account that gets storage again after losing it gets another
 * @param cell the storage trie's root cell at the moment it was lost; an empty trie included, since an unwind puts
 *     back what it held before it was emptied
 * @param root the root hash that goes with the cell
 */
public record StorageChange(Hash32 account, long storageId, RootCell cell, Hash32 root) {}
