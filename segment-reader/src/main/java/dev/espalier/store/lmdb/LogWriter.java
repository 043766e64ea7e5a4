package dev.espalier.store.lmdb;

import dev.espalier.store.lmdb.LmdbEnvironment.Purpose;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.LogExtent;
import dev.espalier.store.log.LogHeader;
import dev.espalier.trie.spi.LogRecord;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes the changes of a log, one at a time, each in one transaction, and knows what is there after the last one. Safe
 * for use by several threads.
 */
final class LogWriter {
    /** What a group of records that wait has, at most, but for its last record. */
    private static final long MAX_GROUP_BYTES = 16L << 20;

    /** How many records are forgotten in one transaction, at most. */
    private static final int PRUNED_AT_ONCE = 64;

    /** About what the pages have that a change without records writes. */
    private static final long UPKEEP_BYTES = 64L << 10;

    private static final byte[] NO_LIST = {};

    private final LmdbEnvironment environment;
    private final int groupedAppends;
    private final ReentrantLock lock = new ReentrantLock();

    // Changed by the holder of the lock, read by anyone.
    private volatile LogExtent extent;
    private volatile FileList files;
    private volatile WaitingRecords waiting = WaitingRecords.NONE;

    /** Whether the last transaction gave pages back. LMDB uses them from the next but one on. */
    private boolean gavePagesBack;

    LogWriter(LmdbEnvironment environment, OpenedState state, int groupedAppends) {
        this.environment = environment;
        this.extent = state.extent();
        this.files = state.files();
        this.groupedAppends = groupedAppends;
    }

    FileList files() {
        return files;
    }

    /**
     * Returns the records that wait. Who also reads the file reads these first: a record goes from here to there, and
     * leaves here last.
     */
    WaitingRecords waiting() {
        return waiting;
    }

    long newestSeq() {
        WaitingRecords now = waiting;
        return now.newestSeq(extent.newest());
    }

    long durableSeq() {
        return extent.newest();
    }

    /** What is durable and what waits, at one moment. */
    record Content(LogExtent extent, WaitingRecords waiting) {}

    Content content() {
        lock.lock();
        try {
            return new Content(extent, waiting);
        } finally {
            lock.unlock();
        }
    }

    void append(LogRecord record) {
        lock.lock();
        try {
            environment.requireWritable();
            long seq = record.entry().seq();
            long newest = newestSeq();
            if (seq <= newest) {
                throw new IllegalArgumentException("log: seq=" + seq + ", expected more than " + newest);
            }
            WaitingRecords group = waiting.plus(EncodedRecord.of(record, newest));
            if (group.count() < groupedAppends && group.bytes() < MAX_GROUP_BYTES) {
                waiting = group;
            } else {
                write(Purpose.APPEND, group, null);
            }
        } finally {
            lock.unlock();
        }
    }

    void force() {
        lock.lock();
        try {
            if (!waiting.isEmpty()) {
                write(Purpose.APPEND, waiting, null);
            }
        } finally {
            lock.unlock();
        }
    }

    void switchFiles(FileList next) {
        lock.lock();
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
            write(Purpose.UPKEEP, waiting, next);
        } finally {
            lock.unlock();
        }
    }

    /** Writes records, and a file list or none; tries again where pages that were given back will be of use then. */
    private void write(Purpose purpose, WaitingRecords records, @Nullable FileList nextFiles) {
        try {
            writeOnce(purpose, records, nextFiles);
        } catch (StoreFullException e) {
            if (!gavePagesBack) {
                throw e;
            }
            environment.write(Purpose.UPKEEP, UPKEEP_BYTES, in -> in.put(LogKey.EXTENT, extent.encode()));
            gavePagesBack = false;
            writeOnce(purpose, records, nextFiles);
        }
    }

    private void writeOnce(Purpose purpose, WaitingRecords records, @Nullable FileList nextFiles) {
        LogExtent appended = extent.appended(records.count(), records.newestSeq(extent.newest()));
        LogExtent next = nextFiles == null ? appended : appended.switched(nextFiles);
        byte[] list = nextFiles == null ? NO_LIST : nextFiles.encode();
        environment.write(purpose, records.bytes() + list.length, in -> {
            for (EncodedRecord record : records.records()) {
                LogTable.append(in, record);
            }
            if (nextFiles != null) {
                in.put(LogKey.FILES, list);
            }
            in.put(LogKey.EXTENT, next.encode());
        });
        gavePagesBack = false;
        extent = next;
        files = nextFiles == null ? files : nextFiles;
        waiting = WaitingRecords.NONE;
    }

    /** Lets others change the log between two transactions. */
    void prune(long seq) {
        boolean more = true;
        while (more) {
            lock.lock();
            try {
                requireFlushed(seq);
                more = pruneOnce(seq);
            } finally {
                lock.unlock();
            }
        }
    }

    private void requireFlushed(long seq) {
        long flushed = files.flushedSeq();
        if (seq > flushed + 1) {
            throw new IllegalArgumentException("log: prune below seq=" + seq + ", expected at most " + (flushed + 1)
                    + ", one above what is flushed");
        }
    }

    /** Forgets some records, and tells whether there may be more to forget. */
    private boolean pruneOnce(long seq) {
        LogExtent present = extent;
        if (present.records() == 0 || seq <= present.beforeOldest() + 1) {
            return false;
        }
        AtomicReference<LogExtent> next = new AtomicReference<>(present);
        environment.write(Purpose.UPKEEP, UPKEEP_BYTES, in -> {
            LogExtent left = pruned(in, present, seq);
            if (left.records() < present.records()) {
                in.put(LogKey.EXTENT, left.encode());
            }
            next.set(left);
        });
        extent = next.get();
        long forgotten = present.records() - extent.records();
        gavePagesBack |= forgotten > 0;
        return forgotten == PRUNED_AT_ONCE;
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

    void close() {
        lock.lock();
        try {
            if (!environment.isClosed()) {
                force();
            }
        } finally {
            environment.close();
            lock.unlock();
        }
    }
}
