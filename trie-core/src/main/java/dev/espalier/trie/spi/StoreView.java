package dev.espalier.trie.spi;

/**
 * One version of the committed state. It stays right until it is closed, whatever is committed or unwound meanwhile.
 *
 * <p>It also keeps every storage trie that was lost within the window when it was opened, as it was when it was lost: a
 * block on an ancestor reads such a trie through the view of a newer head.
 *
 * <p>Any number of threads may read it at once; it is closed once, when no reader is left.
 */
public interface StoreView extends BranchSource, LeafSource, AutoCloseable {
    /** Returns the state that the view shows. */
    StateMark mark();

    /** Returns the seq of the newest record that the view contains; 0 if there is none. */
    long seq();

    @Override
    void close();
}
