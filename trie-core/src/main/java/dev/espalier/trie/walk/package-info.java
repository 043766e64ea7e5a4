/** The descent along a single key: what proofs and inspection stand on. */
@NullMarked
package dev.espalier.trie.walk;

import org.jspecify.annotations.NullMarked;
