package dev.espalier.trie.spi;

/** The rows that one change of the state writes. */
@FunctionalInterface
public interface RowChanges {
    /** Gives every changed row once, in path order, to the hook. It may be asked again, with the same result. */
    void forEach(RowHook hook);
}
