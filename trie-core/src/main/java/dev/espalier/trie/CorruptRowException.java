package dev.espalier.trie;

/** A branch row's bytes are impossible, or are not those that its parent names. */
public final class CorruptRowException extends CorruptStoreException {
    private static final long serialVersionUID = 1L;

    private final transient BranchPath path;
    private final String field;

    /**
     * Creates one.
     *
     * @param path the row's path
     * @param field the field of the layout that is wrong, as {@code docs/formats.md} names it
     * @param problem actual against expected
     */
    public CorruptRowException(BranchPath path, String field, String problem) {
        super("corrupt row at " + path + ": " + field + ": " + problem);
        this.path = path;
        this.field = field;
    }

    /** Returns the row's path. */
    public BranchPath path() {
        return path;
    }

    /** Returns the name of the field that is wrong. */
    public String field() {
        return field;
    }
}
