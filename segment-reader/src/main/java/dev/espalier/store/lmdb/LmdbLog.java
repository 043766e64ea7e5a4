package dev.espalier.store.lmdb;

import dev.espalier.store.log.FileList;
import dev.espalier.store.log.LogExtent;
import dev.espalier.store.log.LogHeader;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.store.log.StoreLog;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.EnvInfo;

/**
 * The log of a store, and the list of its segment files, in one LMDB file.
 *
 * <p>Every change is one transaction: if a method throws, nothing has changed. No transaction outlives a call, so nothing
 * that a reader does makes the file grow. Safe for use by several threads; changes wait for each other, reads for none.
 *
 * <p>With {@link LmdbOptions#groupedAppends()} above 1 appended records are seen at once and wait in memory; they become
 * durable, oldest first, with the last of a group and before anything else is written. A crash then takes the newest
 * ones, never a record in between.
 */
public final class LmdbLog implements StoreLog {
    /** The name of the file in the store's directory. LMDB keeps its table of readers beside it. */
    public static final String FILE_NAME = "log.mdb";

    private final LmdbEnvironment environment;
    private final StoreIdentity identity;
    private final boolean created;
    private final LogWriter writer;

    private LmdbLog(LmdbEnvironment environment, OpenedState state, int groupedAppends) {
        this.environment = environment;
        this.identity = state.identity();
        this.created = state.created();
        this.writer = new LogWriter(environment, state, groupedAppends);
    }

    /**
     * Opens the log of a store, made if there is none. The records' headers, their number and order, and the file list
     * are checked; a record's changes are checked when it is read.
     *
     * @param lock the store's lock, held until after the log is closed
     * @param identity whose state it must be; a new log takes it on
     * @throws StoreMismatchException if the log is that of another chain
     * @throws CorruptStoreException if the file is damaged; the message names the key
     * @throws UncheckedIOException if the file cannot be opened
     */
    public static LmdbLog open(StoreLock lock, StoreIdentity identity, LmdbOptions options) {
        return open(lock, options, environment -> OpenedState.loadOrCreate(environment, identity));
    }

    /**
     * Opens the log of a store that has other files already, so that a log which is gone or empty is damage. Otherwise as
     * {@link #open(StoreLock, StoreIdentity, LmdbOptions)}.
     *
     * @param others the other files in words
     */
    public static LmdbLog openBeside(StoreLock lock, StoreIdentity identity, LmdbOptions options, String others) {
        Path file = lock.directory().resolve(FILE_NAME);
        if (!Files.exists(file)) {
            throw new CorruptStoreException(file + ": missing, expected the log of " + others);
        }
        return open(lock, options, environment -> OpenedState.load(environment, identity, others));
    }

    /**
     * Opens the log of a store that exists, whatever chain it is of. Otherwise as
     * {@link #open(StoreLock, StoreIdentity, LmdbOptions)}.
     *
     * @throws IllegalStateException if there is no log in the directory
     */
    public static LmdbLog openExisting(StoreLock lock, LmdbOptions options) {
        Path file = lock.directory().resolve(FILE_NAME);
        if (!Files.exists(file)) {
            throw new IllegalStateException("store " + lock.directory() + ": no " + FILE_NAME + ", expected a store");
        }
        return open(lock, options, OpenedState::load);
    }

    private static LmdbLog open(StoreLock lock, LmdbOptions options, OpenedState.Loader loader) {
        if (!lock.isHeld()) {
            throw new IllegalStateException("store " + lock.directory() + ": its lock is not held");
        }
        LmdbEnvironment environment = LmdbEnvironment.open(lock.directory().resolve(FILE_NAME), options);
        boolean opened = false;
        try {
            OpenedState state = loader.load(environment);
            if (state.created()) {
                LogBackup.force(lock.directory(), StandardOpenOption.READ);
            }
            LmdbLog log = new LmdbLog(environment, state, options.groupedAppends());
            opened = true;
            return log;
        } catch (IOException e) {
            throw new UncheckedIOException("log: cannot force " + lock.directory() + ": " + e.getMessage(), e);
        } finally {
            if (!opened) {
                environment.close();
            }
        }
    }

    @Override
    public StoreIdentity identity() {
        return identity;
    }

    /** Tells whether this open made the log: then there were no records and no file list before. */
    public boolean created() {
        return created;
    }

    @Override
    public long newestSeq() {
        return writer.newestSeq();
    }

    /** Returns the seq of the newest record that is durable; 0 if there never was one. */
    public long durableSeq() {
        return writer.durableSeq();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException also if the record contradicts itself
     * @throws StoreFullException if it does not fit
     * @throws UncheckedIOException if the write or its sync failed; the log then takes no change until it is opened anew
     */
    @Override
    public void append(LogRecord record) {
        writer.append(record);
    }

    /**
     * Makes every appended record durable.
     *
     * @throws StoreFullException if they do not fit; they still wait
     */
    public void force() {
        writer.force();
    }

    @Override
    public FileList fileList() {
        return writer.files();
    }

    /**
     * Replaces the list of live files, in one transaction that also makes every appended record durable.
     *
     * @throws IllegalArgumentException if its generation is not one more than the present list's, its flushed seq is
     *     less than that, or it is that of no record
     * @throws StoreFullException if the disk is full
     */
    @Override
    public void switchFiles(FileList next) {
        writer.switchFiles(next);
    }

    @Override
    public List<LogEntry> entries() {
        WaitingRecords now = writer.waiting();
        List<LogEntry> entries = new ArrayList<>();
        environment
                .read(in -> LogTable.headers(in, LogExtent.decode(in.get(LogKey.EXTENT))))
                .forEach(header -> entries.add(header.entry()));
        long newest = entries.isEmpty() ? 0 : entries.getLast().seq();
        for (EncodedRecord record : now.records()) {
            if (record.seq() > newest) {
                entries.add(record.record().entry());
            }
        }
        return entries;
    }

    /**
     * {@inheritDoc}
     *
     * @throws CorruptStoreException if the record is damaged
     */
    @Override
    public @Nullable LogRecord read(long seq) {
        LogRecord inMemory = writer.waiting().find(seq);
        if (inMemory != null) {
            return inMemory;
        }
        LogTable.Stored stored = environment.read(in -> LogTable.read(in, seq));
        if (stored == null) {
            return null;
        }
        try {
            return stored.decode();
        } catch (CorruptStoreException e) {
            throw environment.inFile(e);
        }
    }

    /**
     * Forgets the records with a seq below {@code seq}, in transactions of bounded size: after a crash the oldest may be
     * gone and the others there.
     *
     * @throws IllegalArgumentException if a record would go whose changes are not in the files
     */
    @Override
    public void prune(long seq) {
        writer.prune(seq);
    }

    @Override
    public long verify() {
        long records = 0;
        for (LogEntry entry : entries()) {
            records += verify(entry.seq()) ? 1 : 0;
        }
        return records;
    }

    /** Reads a record that was there a moment ago; tells whether it still is. */
    private boolean verify(long seq) {
        if (read(seq) != null) {
            return true;
        }
        LogExtent now = environment.read(in -> LogExtent.decode(in.get(LogKey.EXTENT)));
        if (seq > now.beforeOldest()) {
            throw new CorruptStoreException(
                    environment.file() + ": " + LogKey.text(LogKey.record(seq, 0)) + ": missing, expected a record");
        }
        return false;
    }

    /** Returns counts. */
    public LogStats stats() {
        LogWriter.Content content = writer.content();
        WaitingRecords waiting = content.waiting();
        LogHeader oldest = environment.read(LogTable::oldest);
        EnvInfo info = environment.info();
        return new LogStats(
                content.extent().records() + waiting.count(),
                oldest == null ? waiting.oldestSeq(0) : oldest.entry().seq(),
                waiting.newestSeq(content.extent().newest()),
                waiting.count(),
                environment.fileBytes(),
                info.mapSize,
                info.lastTransactionId,
                environment.openTransactions());
    }

    /**
     * Copies the log as it is at some moment of the call to another directory, while others read and write. The copy
     * holds every record that was appended before, is forced to the disk and is checked as at an open.
     *
     * @param directory made if there is none; it must hold no log
     * @return the file list of the copy: the segment files that belong to it
     * @throws IllegalArgumentException if there is a log in the directory
     * @throws UncheckedIOException if it cannot be copied
     */
    @Override
    public FileList backup(Path directory) {
        force();
        return LogBackup.copy(environment, directory);
    }

    @Override
    public void close() {
        writer.close();
    }
}
