/** A store in memory, for tests and small uses. */
@NullMarked
package dev.espalier.trie.memory;

import org.jspecify.annotations.NullMarked;
