package dev.espalier.trie.spi;

import java.util.List;

/**
 * One change of the state: a block committed, or blocks unwound. Records are the only way in which state changes, so a
 * forward replay of them from any earlier state gives the present one. Immutable.
 *
 * @param entry the record's number, what happened, and the states before and after
 * @param leaves every leaf that differs, sorted by trie id and key
 * @param lost the storage tries that accounts lost
 * @param regained the storage tries that accounts got back, each with the cell it was lost with; only in an unwind
 * @param nextStorageId greater than every storage id given out so far
 */
public record LogRecord(
        LogEntry entry,
        List<LeafChange> leaves,
        List<StorageChange> lost,
        List<StorageChange> regained,
        long nextStorageId) {
    /** Takes copies of the lists. */
    public LogRecord {
        leaves = List.copyOf(leaves);
        lost = List.copyOf(lost);
        regained = List.copyOf(regained);
    }
}
