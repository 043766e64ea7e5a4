package dev.espalier.trie.memory;

import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** A log in memory: gone with the process. Safe for use by several threads. */
public final class MemoryChangeLog implements ChangeLog {
    private final ConcurrentSkipListMap<Long, LogRecord> records = new ConcurrentSkipListMap<>();

    /** Creates an empty log. */
    public MemoryChangeLog() {}

    @Override
    public void append(LogRecord record) {
        long seq = record.entry().seq();
        var newest = records.lastEntry();
        if (newest != null && newest.getKey() >= seq) {
            throw new IllegalArgumentException("log: seq=" + seq + ", expected more than " + newest.getKey());
        }
        records.put(seq, record);
    }

    @Override
    public List<LogEntry> entries() {
        List<LogEntry> entries = new ArrayList<>();
        records.values().forEach(record -> entries.add(record.entry()));
        return entries;
    }

    @Override
    public @Nullable LogRecord read(long seq) {
        return records.get(seq);
    }

    @Override
    public void prune(long seq) {
        records.headMap(seq).clear();
    }
}
