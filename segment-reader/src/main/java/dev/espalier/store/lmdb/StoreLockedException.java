package dev.espalier.store.lmdb;

import dev.espalier.trie.EspalierException;

/** Another process, or another part of this one, has the store open. */
public final class StoreLockedException extends EspalierException {
    private static final long serialVersionUID = 1L;

    /** Creates one that names the store and the holder. */
    public StoreLockedException(String message) {
        super(message);
    }
}
