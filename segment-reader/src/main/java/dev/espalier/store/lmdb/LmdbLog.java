package dev.espalier.store.lmdb;

import dev.espalier.store.lmdb.LmdbEnvironment.Purpose;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.LogExtent;
import dev.espalier.store.log.LogHeader;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
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
public final class LmdbLog implements ChangeLog, AutoCloseable {
    /** The name of the file in the store's directory. LMDB keeps its table of readers beside it. */
    public static final String FILE_NAME = "log.mdb";

    /** What a group of records that wait has, at most, but for its last record. */
    private static final long MAX_GROUP_BYTES = 16L << 20;

    /** How many records are forgotten in one transaction, at most. */
    private static final int PRUNED_AT_ONCE = 64;

    /** About what the pages have that a removal writes. */
    private static final long UPKEEP_BYTES = 64L << 10;

    private final LmdbEnvironment environment;
    private final StoreIdentity identity;
    private final boolean created;
    private final int groupedAppends;
    private final ReentrantLock writing = new ReentrantLock();

    // Guarded by writing; volatile for those who read beside.
    private volatile LogExtent extent;
    private volatile FileList files;
    private volatile List<EncodedRecord> pending = List.of();

    private LmdbLog(LmdbEnvironment environment, OpenedState state, int groupedAppends) {
        this.environment = environment;
        this.identity = state.identity();
        this.created = state.created();
        this.extent = state.extent();
        this.files = state.files();
        this.groupedAppends = groupedAppends;
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

    /** Returns whose state it is. */
    public StoreIdentity identity() {
        return identity;
    }

    /** Tells whether this open made the log: then there were no records and no file list before. */
    public boolean created() {
        return created;
    }

    /** Returns the seq of the newest record ever appended, forgotten or not; 0 if there never was one. */
    public long newestSeq() {
        List<EncodedRecord> waiting = pending;
        return waiting.isEmpty() ? extent.newest() : waiting.getLast().seq();
    }

    /** Returns the seq of the newest record that is durable; 0 if there never was one. */
    public long durableSeq() {
        return extent.newest();
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
        writing.lock();
        try {
            long seq = record.entry().seq();
            long newest = newestSeq();
            if (seq <= newest) {
                throw new IllegalArgumentException("log: seq=" + seq + ", expected more than " + newest);
            }
            List<EncodedRecord> group = new ArrayList<>(pending);
            group.add(EncodedRecord.of(record, newest));
            if (group.size() < groupedAppends && bytes(group) < MAX_GROUP_BYTES) {
                pending = List.copyOf(group);
            } else {
                write(Purpose.APPEND, group, null);
            }
        } finally {
            writing.unlock();
        }
    }

    /**
     * Makes every appended record durable.
     *
     * @throws StoreFullException if they do not fit; they still wait
     */
    public void force() {
        writing.lock();
        try {
            if (!pending.isEmpty()) {
                write(Purpose.APPEND, pending, null);
            }
        } finally {
            writing.unlock();
        }
    }

    /** Returns the list of live files. */
    public FileList fileList() {
        return files;
    }

    /**
     * Replaces the list of live files, in one transaction that also makes every appended record durable.
     *
     * @throws IllegalArgumentException if its generation is not one more than the present list's, its flushed seq is
     *     less than that, or it is that of no record
     * @throws StoreFullException if the disk is full
     */
    public void switchFiles(FileList next) {
        writing.lock();
        try {
            FileList present = files;
            if (next.generation() != present.generation() + 1) {
                throw new IllegalArgumentException(
                        "file list: generation=" + next.generation() + ", expected " + (present.generation() + 1));
            }
            if (next.flushedSeq() < present.flushedSeq() || next.flushedSeq() > newestSeq()) {
                throw new IllegalArgumentException("file list: flushedSeq=" + next.flushedSeq() + ", expected "
                        + present.flushedSeq() + ".." + newestSeq());
            }
            write(Purpose.UPKEEP, pending, next);
        } finally {
            writing.unlock();
        }
    }

    /** Writes records, and a file list or none, in one transaction. */
    private void write(Purpose purpose, List<EncodedRecord> records, @Nullable FileList nextFiles) {
        LogExtent appended = records.isEmpty()
                ? extent
                : extent.appended(records.size(), records.getLast().seq());
        LogExtent next = nextFiles == null ? appended : appended.switched(nextFiles);
        byte @Nullable [] list = nextFiles == null ? null : nextFiles.encode();
        long bytes = bytes(records) + (list == null ? 0 : list.length);
        environment.write(purpose, bytes, in -> {
            for (EncodedRecord record : records) {
                LogTable.append(in, record);
            }
            if (list != null) {
                in.put(LogKey.FILES, list);
            }
            in.put(LogKey.EXTENT, next.encode());
        });
        extent = next;
        files = nextFiles == null ? files : nextFiles;
        // Last: who finds a record here no longer finds it in the file.
        pending = List.of();
    }

    private static long bytes(List<EncodedRecord> records) {
        long bytes = 0;
        for (EncodedRecord record : records) {
            bytes += record.bytes();
        }
        return bytes;
    }

    @Override
    public List<LogEntry> entries() {
        // Before the file is read: a record goes from here to there.
        List<EncodedRecord> waiting = pending;
        List<LogEntry> entries = new ArrayList<>();
        environment
                .read(in -> LogTable.headers(in, LogExtent.decode(in.get(LogKey.EXTENT))))
                .forEach(header -> entries.add(header.entry()));
        long newest = entries.isEmpty() ? 0 : entries.getLast().seq();
        for (EncodedRecord record : waiting) {
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
        for (EncodedRecord record : pending) {
            if (record.seq() == seq) {
                return record.record();
            }
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
        writing.lock();
        try {
            long flushed = files.flushedSeq();
            if (seq > flushed + 1) {
                throw new IllegalArgumentException("log: prune below seq=" + seq + ", expected at most " + (flushed + 1)
                        + ", one above what is flushed");
            }
            boolean more = seq > extent.beforeOldest() + 1 && extent.records() > 0;
            while (more) {
                more = pruneOnce(seq);
            }
        } finally {
            writing.unlock();
        }
    }

    /** Forgets some records, and tells whether there may be more to forget. */
    private boolean pruneOnce(long seq) {
        LogExtent present = extent;
        AtomicReference<LogExtent> next = new AtomicReference<>(present);
        environment.write(Purpose.UPKEEP, UPKEEP_BYTES, in -> {
            next.set(pruned(in, present, seq));
            in.put(LogKey.EXTENT, next.get().encode());
        });
        extent = next.get();
        return present.records() - extent.records() == PRUNED_AT_ONCE;
    }

    /** Removes the oldest records, and returns the extent of those that are left. */
    private static LogExtent pruned(LmdbTransaction in, LogExtent present, long seq) {
        LogExtent left = present;
        for (int i = 0; i < PRUNED_AT_ONCE; i++) {
            LogHeader forgotten = LogTable.forgetOldest(in, seq);
            if (forgotten == null) {
                return left;
            }
            left = left.pruned(1, forgotten.entry().seq());
        }
        return left;
    }

    /**
     * Reads and decodes every record.
     *
     * @return how many there are
     * @throws CorruptStoreException if one is damaged
     */
    public long verify() {
        long records = 0;
        for (LogEntry entry : entries()) {
            long seq = entry.seq();
            if (read(seq) != null) {
                records++;
            } else if (seq > extent.beforeOldest()) {
                throw new CorruptStoreException(environment.file() + ": " + LogKey.text(LogKey.record(seq, 0))
                        + ": missing, expected a record");
            }
        }
        return records;
    }

    /** Returns counts. */
    public LogStats stats() {
        List<EncodedRecord> waiting = pending;
        LogExtent durable = extent;
        LogHeader oldest = environment.read(LogTable::oldest);
        long oldestWaiting = waiting.isEmpty() ? 0 : waiting.getFirst().seq();
        EnvInfo info = environment.info();
        return new LogStats(
                durable.records() + waiting.size(),
                oldest == null ? oldestWaiting : oldest.entry().seq(),
                waiting.isEmpty() ? durable.newest() : waiting.getLast().seq(),
                waiting.size(),
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
    public FileList backup(Path directory) {
        force();
        return LogBackup.copy(environment, directory);
    }

    /** Makes every appended record durable and closes the file; again does nothing. */
    @Override
    public void close() {
        writing.lock();
        try {
            if (!environment.isClosed()) {
                force();
            }
        } finally {
            environment.close();
            writing.unlock();
        }
    }
}
