/** Tests of building whole tries. */
@NullMarked
package dev.espalier.trie.bulk;

import org.jspecify.annotations.NullMarked;
