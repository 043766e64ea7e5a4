package dev.espalier.store.lmdb;

import dev.espalier.trie.EspalierException;

/** There is no room for a change. Nothing was written, nothing is lost, and a smaller change may still fit. */
public final class StoreFullException extends EspalierException {
    private static final long serialVersionUID = 1L;

    /** Creates one with what is full and how to make room. */
    public StoreFullException(String message) {
        super(message);
    }

    /** Creates one with its cause. */
    public StoreFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
