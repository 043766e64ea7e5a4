package dev.espalier.trie;

/** What every failure that an operator can act on extends. */
public abstract class EspalierException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates one with what happened, actual against expected, and where. */
    protected EspalierException(String message) {
        super(message);
    }

    /** Creates one with its cause. */
    protected EspalierException(String message, Throwable cause) {
        super(message, cause);
    }
}
