package dev.espalier.trie.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the records of the state's changes. Appends come from one thread at a time; any thread may read beside them.
 */
public interface ChangeLog {
    /**
     * Appends a record. It is durable, as far as the log promises, when this returns.
     *
     * @throws IllegalArgumentException if the record's seq is not greater than that of every record before
     */
    void append(LogRecord record);

    /** Returns the entry of every record that is kept, oldest first. */
    List<LogEntry> entries();

    /** Returns the record with a seq; null if it is not kept. */
    @Nullable
    LogRecord read(long seq);

    /** Forgets the records with a seq below {@code seq}. */
    void prune(long seq);
}
