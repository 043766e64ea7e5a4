package dev.espalier.trie.spi;

/**
 * Stands between one block's reads of rows and the store, while rows are read ahead for the block: what was read ahead
 * need not be read again, and what is being read need not be read twice.
 *
 * <p>A request names its row by path and ref, and the ref is made of the row's content, so a row that was read for an
 * equal request is the right answer whenever it was read. Both methods answer every request that {@code stored} would
 * answer. Any number of threads may call them at once.
 */
public interface WarmRows {
    /**
     * Loads rows before the block asks for them.
     *
     * @param stored the rows at the state that the block began on
     */
    void loadAhead(RowRequests requests, BranchSource stored);

    /**
     * Loads rows that the block needs now. Whatever failed ahead of it is read again, so the block sees no failure but
     * its own.
     *
     * @param stored the rows at the state that the block began on
     */
    void load(RowRequests requests, BranchSource stored);
}
