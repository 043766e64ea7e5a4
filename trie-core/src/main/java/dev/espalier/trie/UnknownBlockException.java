package dev.espalier.trie;

/** A block id names neither a committed block within the window nor a sealed one. */
public final class UnknownBlockException extends EspalierException {
    private static final long serialVersionUID = 1L;

    /** Creates one with the id and what was looked for. */
    public UnknownBlockException(String message) {
        super(message);
    }
}
