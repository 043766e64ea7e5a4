package dev.espalier.trie.spi;

/**
 * One version of the committed state. It stays right until it is closed, whatever is committed or unwound meanwhile.
 * Any number of threads may read it at once; it is closed once, when no reader is left.
 */
public interface StoreView extends BranchSource, LeafSource, AutoCloseable {
    /** Returns the state that the view shows. */
    StateMark mark();

    /** Returns the seq of the newest record that the view contains; 0 if there is none. */
    long seq();

    @Override
    void close();
}
