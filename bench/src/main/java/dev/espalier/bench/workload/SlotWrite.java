package dev.espalier.bench.workload;

import dev.espalier.trie.UInt256;

/**
 * A slot to overwrite.
 *
 * @param slot from 1
 * @param value not zero
 */
public record SlotWrite(int slot, UInt256 value) {}
