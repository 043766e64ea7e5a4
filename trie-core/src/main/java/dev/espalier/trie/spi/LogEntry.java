package dev.espalier.trie.spi;

/**
 * What a log record says of the chain of states, without the leaves.
 *
 * @param seq the record's number, at least 1; it grows from record to record and is never reused, not even by a failed
 *     attempt
 * @param kind what happened
 * @param before the state before
 * @param after the state after; of an unwind, the ancestor's
 */
public record LogEntry(long seq, Kind kind, StateMark before, StateMark after) {
    /** What a record says happened. */
    public enum Kind {
        /** A block was committed on its parent. */
        COMMIT,
        /** Blocks were undone, down to an ancestor. */
        UNWIND
    }
}
