package dev.espalier.trie;

/** An unwind was asked for past the records that are kept. Nothing was changed. */
public final class WindowExceededException extends EspalierException {
    private static final long serialVersionUID = 1L;

    /** Creates one with the distance asked for and the window. */
    public WindowExceededException(String message) {
        super(message);
    }
}
