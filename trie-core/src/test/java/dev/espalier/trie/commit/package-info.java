/** Tests of the algorithm and of the tree of blocks. */
@NullMarked
package dev.espalier.trie.commit;

import org.jspecify.annotations.NullMarked;
