package dev.espalier.bench.lookup;

/** What is looked up. */
public enum LookupKind {
    /** Rows that are there. */
    ROWS("rows"),
    /** Leaves that are there. */
    LEAVES("leaves"),
    /** Keys of leaves that are not there. */
    ABSENT_LEAVES("absent leaves");

    private final String words;

    LookupKind(String words) {
        this.words = words;
    }

    /** Returns it in words. */
    public String words() {
        return words;
    }
}
