/**
 * What the trie asks of a store, a cache and a log, and what it gives them: the interfaces that the other modules
 * implement, and the values that pass through them.
 */
@NullMarked
package dev.espalier.trie.spi;

import org.jspecify.annotations.NullMarked;
