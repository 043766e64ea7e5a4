package dev.espalier.store;

import dev.espalier.trie.spi.StateMark;

/** The newest state and where it is read. Readers take it by one read of one reference, so they never mix two moments. */
record Head(long seq, StateMark mark, Layers layers) {
    Head with(Layers other) {
        return new Head(seq, mark, other);
    }
}
