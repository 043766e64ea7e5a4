package dev.espalier.store.log;

import dev.espalier.trie.spi.LogEntry;

/**
 * What stands in front of a log record's changes.
 *
 * @param previousSeq the seq of the record before; 0 if there never was one. A lost record is seen by it
 * @param changesBytes how many bytes the record's encoded changes have
 */
public record LogHeader(long previousSeq, long changesBytes, LogEntry entry) {
    /**
     * Checks the order of the numbers.
     *
     * @throws IllegalArgumentException if the entry's seq is not greater than {@code previousSeq}, or one is negative
     */
    public LogHeader {
        if (previousSeq < 0 || entry.seq() <= previousSeq) {
            throw new IllegalArgumentException("log record: seq=" + entry.seq()
                    + ", expected more than that of the record before, " + previousSeq);
        }
        if (changesBytes < 0) {
            throw new IllegalArgumentException("log record: changesBytes=" + changesBytes + ", expected at least 0");
        }
    }
}
