package dev.espalier.trie.commit;

import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.LeafSource;

/** The rows and leaves that a block's changes are computed on. */
interface StateSource extends BranchSource, LeafSource {}
