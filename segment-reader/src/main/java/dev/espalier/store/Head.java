package dev.espalier.store;

import dev.espalier.trie.spi.StateMark;

/**
 * The newest state and where it is read. Readers take it by one read of one reference, so they never mix two moments.
 *
 * @param generation that of the row cache for the segments
 */
record Head(long seq, StateMark mark, Layers layers, long generation) {
    /** The same state, read elsewhere. */
    Head with(Layers other, long generationOfOther) {
        return new Head(seq, mark, other, generationOfOther);
    }

    /** The next state, which the active overlay holds. */
    Head next(long nextSeq, StateMark nextMark) {
        return new Head(nextSeq, nextMark, layers, generation);
    }
}
