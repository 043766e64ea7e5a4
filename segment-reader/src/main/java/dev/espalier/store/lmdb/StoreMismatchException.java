package dev.espalier.store.lmdb;

import dev.espalier.trie.EspalierException;

/** The store holds the state of another chain, or leaves of another kind. */
public final class StoreMismatchException extends EspalierException {
    private static final long serialVersionUID = 1L;

    /** Creates one that names both. */
    public StoreMismatchException(String message) {
        super(message);
    }
}
