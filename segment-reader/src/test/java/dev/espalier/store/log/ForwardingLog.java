package dev.espalier.store.log;

import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store's log that passes every call on to another; a subclass changes what it is about. */
public abstract class ForwardingLog implements StoreLog {
    private final StoreLog log;

    /** Passes calls on to another. */
    protected ForwardingLog(StoreLog log) {
        this.log = log;
    }

    @Override
    public StoreIdentity identity() {
        return log.identity();
    }

    @Override
    public long newestSeq() {
        return log.newestSeq();
    }

    @Override
    public FileList fileList() {
        return log.fileList();
    }

    @Override
    public void switchFiles(FileList next) {
        log.switchFiles(next);
    }

    @Override
    public void append(LogRecord record) {
        log.append(record);
    }

    @Override
    public List<LogEntry> entries() {
        return log.entries();
    }

    @Override
    public @Nullable LogRecord read(long seq) {
        return log.read(seq);
    }

    @Override
    public void prune(long seq) {
        log.prune(seq);
    }

    @Override
    public long verify() {
        return log.verify();
    }

    @Override
    public FileList backup(Path directory) {
        return log.backup(directory);
    }

    @Override
    public void close() {
        log.close();
    }
}
