package dev.espalier.trie.codec;

import dev.espalier.trie.EspalierException;

/** Bytes are not the one valid encoding: of RLP (Yellow Paper, appendix B) or of a hex-prefix path (appendix C). */
public final class RlpException extends EspalierException {
    private static final long serialVersionUID = 1L;

    private final int offset;

    /**
     * Creates one.
     *
     * @param problem what is wrong, actual against expected
     * @param offset index, in the array that is read, of the item at fault
     */
    public RlpException(String problem, int offset) {
        super("rlp: offset=" + offset + ": " + problem);
        this.offset = offset;
    }

    /** Returns the index, in the array that is read, of the item at fault. */
    public int offset() {
        return offset;
    }
}
