/**
 * The byte formats: RLP and hex-prefix (Yellow Paper, appendices B and C), the branch row, the account leaf record and
 * the root cell, and how nodes are hashed. One encoder and one decoder each; {@code docs/formats.md} is the grammar.
 */
@NullMarked
package dev.espalier.trie.codec;

import org.jspecify.annotations.NullMarked;
