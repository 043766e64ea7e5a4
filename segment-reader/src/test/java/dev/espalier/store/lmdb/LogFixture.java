package dev.espalier.store.lmdb;

import dev.espalier.store.log.FileList;
import dev.espalier.store.log.RandomRecords;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A log with its lock, in a directory of a test. */
final class LogFixture implements AutoCloseable {
    static final StoreIdentity IDENTITY = new StoreIdentity(1, LeafKind.STATE, BlockId.NONE);

    /** A small map, so that it grows. */
    static final LmdbOptions OPTIONS = LmdbOptions.defaults().withMap(64L << 10, 1L << 30);

    private final StoreLock lock;
    private final LmdbLog log;

    private LogFixture(StoreLock lock, LmdbLog log) {
        this.lock = lock;
        this.log = log;
    }

    static LogFixture open(Path directory) {
        return open(directory, OPTIONS);
    }

    static LogFixture open(Path directory, LmdbOptions options) {
        StoreLock lock = StoreLock.acquire(directory);
        try {
            return new LogFixture(lock, LmdbLog.open(lock, IDENTITY, options));
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    LmdbLog log() {
        return log;
    }

    /** Appends random records with these seqs, each of so many leaves, and returns them. */
    List<LogRecord> append(int leaves, long... seqs) {
        List<LogRecord> records = new ArrayList<>();
        for (long seq : seqs) {
            LogRecord record = new RandomRecords(seq).record(seq, leaves);
            log.append(record);
            records.add(record);
        }
        return records;
    }

    /** Says that everything up to a seq is in files, so that it may be forgotten. */
    void flushed(long seq) {
        log.switchFiles(listAfter(log.fileList(), seq));
    }

    static FileList listAfter(FileList present, long flushedSeq) {
        return new FileList(present.generation() + 1, flushedSeq, StateMark.EMPTY, 1, 1, List.of(), Map.of());
    }

    static List<Long> seqs(List<LogEntry> entries) {
        return entries.stream().map(LogEntry::seq).toList();
    }

    @Override
    public void close() {
        try {
            log.close();
        } finally {
            lock.close();
        }
    }
}
