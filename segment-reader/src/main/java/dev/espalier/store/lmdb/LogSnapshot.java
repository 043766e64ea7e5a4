package dev.espalier.store.lmdb;

import dev.espalier.store.log.FileList;
import dev.espalier.store.log.LogHeader;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.LogRecord;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a log holds at one moment, read beside the process that writes to it. LMDB's own lock file keeps the writer from
 * using the pages again that are being read; nothing else of the store is touched.
 *
 * @param identity whose state it is
 * @param files the list of live files
 * @param records how many records are kept
 * @param unflushed those whose changes are not in the files, oldest first
 */
public record LogSnapshot(StoreIdentity identity, FileList files, long records, List<LogRecord> unflushed) {
    /** Takes a copy of the list. */
    public LogSnapshot {
        unflushed = List.copyOf(unflushed);
    }

    /**
     * Reads the log of a store that exists.
     *
     * @param directory the store's directory
     * @param checked whether every record is decoded, not only those that are returned
     * @throws IllegalStateException if there is no log in the directory, or this process has it open
     * @throws CorruptStoreException if a value is damaged, or, while nobody writes to the log, one of LMDB's own pages
     * @throws UncheckedIOException if it cannot be read
     */
    public static LogSnapshot read(Path directory, boolean checked) {
        Path file = directory.resolve(LmdbLog.FILE_NAME);
        if (!Files.exists(file)) {
            throw new IllegalStateException("store " + directory + ": no " + LmdbLog.FILE_NAME + ", expected a store");
        }
        try (LmdbEnvironment environment = LmdbEnvironment.openReadOnly(file)) {
            return environment.read(in -> read(in, file, checked));
        }
    }

    private static LogSnapshot read(LmdbTransaction in, Path file, boolean checked) {
        OpenedState state = OpenedState.find(in, file);
        if (state == null) {
            throw new CorruptStoreException("no keys, expected those of a log");
        }
        List<LogHeader> headers = LogTable.headers(in, state.extent());
        List<LogRecord> unflushed = new ArrayList<>();
        for (LogHeader header : headers) {
            long seq = header.entry().seq();
            boolean isUnflushed = seq > state.files().flushedSeq();
            if (checked || isUnflushed) {
                LogTable.Stored stored = LogTable.read(in, seq);
                if (stored == null) {
                    throw new CorruptStoreException(
                            LogKey.text(LogKey.record(seq, 0)) + ": missing, expected a record");
                }
                LogRecord record = stored.decode();
                if (isUnflushed) {
                    unflushed.add(record);
                }
            }
        }
        return new LogSnapshot(state.identity(), state.files(), headers.size(), unflushed);
    }
}
