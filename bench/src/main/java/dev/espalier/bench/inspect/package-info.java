/** Looks into a store: follows one key down its trie and says what stands on the way, and where it was found. */
@NullMarked
package dev.espalier.bench.inspect;

import org.jspecify.annotations.NullMarked;
