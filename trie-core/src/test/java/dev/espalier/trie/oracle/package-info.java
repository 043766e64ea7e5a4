/**
 * The oracle of the tests: a naive Merkle Patricia trie, an account state on top of it and a generator of shaped
 * blocks.
 *
 * <p>Written from the Yellow Paper (appendices B, C, D) and from nothing else, so that an error of the engine is not
 * repeated here. Every root is computed from scratch from the sorted leaves. Made for states of up to some thousands of
 * leaves. Nothing here is thread-safe.
 */
@NullMarked
package dev.espalier.trie.oracle;

import org.jspecify.annotations.NullMarked;
