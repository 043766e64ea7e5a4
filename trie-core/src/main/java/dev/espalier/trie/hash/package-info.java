/** The hash function of the trie: Keccak-256 in plain Java. */
@NullMarked
package dev.espalier.trie.hash;

import org.jspecify.annotations.NullMarked;
