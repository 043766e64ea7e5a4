package dev.espalier.trie;

/** Stored state contradicts itself or its format: stop and restore. No root was computed from it. */
public class CorruptStoreException extends EspalierException {
    private static final long serialVersionUID = 1L;

    /** Creates one with what was found, what was expected, and where. */
    public CorruptStoreException(String message) {
        super(message);
    }

    /** Creates one with its cause. */
    public CorruptStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
