package dev.espalier.trie.spi;

/**
 * Gives branch rows of one unchanging version of the state.
 *
 * <p>Any number of threads may call it at once. An implementation that reads bytes it cannot trust hashes a row when it
 * enters memory and compares it with the ref that its parent holds, which each request carries.
 */
@FunctionalInterface
public interface BranchSource {
    /**
     * Answers every request: sets its row, or leaves it absent.
     *
     * <p>Requests arrive sorted by path, without repeats, and only for rows that a parent names; an absent one is
     * therefore damage, which the caller reports.
     *
     * @throws dev.espalier.trie.CorruptStoreException if a row's bytes are impossible or not those its parent names
     */
    void loadRows(RowRequests requests);
}
