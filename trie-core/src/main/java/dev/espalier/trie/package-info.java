/**
 * The values that every part of Espalier speaks: hashes, 256-bit integers, addresses, accounts, block ids and branch
 * paths, and the exceptions an operator can meet. Everything here is immutable and safe to share between threads.
 */
@NullMarked
package dev.espalier.trie;

import org.jspecify.annotations.NullMarked;
