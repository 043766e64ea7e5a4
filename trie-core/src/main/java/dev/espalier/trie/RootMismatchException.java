package dev.espalier.trie;

/** A block's state root is not the one that its header gives. Nothing was written. */
public final class RootMismatchException extends EspalierException {
    private static final long serialVersionUID = 1L;

    private final transient Hash32 expected;
    private final transient Hash32 actual;

    /** Creates one for a block. */
    public RootMismatchException(BlockId block, Hash32 expected, Hash32 actual) {
        super("state root of block " + block + ": actual=" + actual + ", expected " + expected);
        this.expected = expected;
        this.actual = actual;
    }

    /** Returns the root that was asked for. */
    public Hash32 expected() {
        return expected;
    }

    /** Returns the root that the block's changes give. */
    public Hash32 actual() {
        return actual;
    }
}
