package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.page.Page;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.lmdb.StoreLock;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.StoreLog;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.commit.LogReplay;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store on disk: an overlay in memory over segment files, and the log that makes every change durable.
 *
 * <p>A change is a log record first; then its rows and leaves go to the overlay and the head is replaced, which is when
 * readers see it. A full overlay is sealed and flushed to a segment file, and segments are merged, beside the commits.
 * Opening replays the records above the flushed seq. One process at a time holds a store.
 *
 * <p>Any number of threads may open views and read the statistics. Changes come from one thread at a time;
 * {@link #flush}, {@link #merge} and {@link #close} from any.
 */
public final class LayeredStore implements TrieStore {
    private static final String CLOSED = "it is closed";

    private final StoreOptions options;
    private final RowCache cache;
    private final StoreLock lock;
    private final StoreLog log;
    private final StoreCounters counters;
    private final LiveFiles live;
    private final Maintenance maintenance;
    private final OpenViews views = new OpenViews();
    /** Stays while a change is written to the log and put. */
    private final StoreHead head;

    private final AtomicLong lastSeq = new AtomicLong();
    private final AtomicLong nextStorageId = new AtomicLong();
    private volatile @Nullable String stopped;

    private LayeredStore(
            StoreOptions options,
            RowCache cache,
            StoreLock lock,
            StoreLog log,
            SegmentFiles files,
            List<Segment> segments,
            StoreCounters counters) {
        this.options = options;
        this.cache = cache;
        this.lock = lock;
        this.log = log;
        this.counters = counters;
        FileList list = log.fileList();
        lastSeq.set(Math.max(log.newestSeq(), list.flushedSeq()));
        nextStorageId.set(list.nextStorageId());
        head = new StoreHead(list, segments, cache, counters);
        live = new LiveFiles(this, options, files, segments, counters);
        maintenance = new Maintenance(this, options, live, counters);
    }

    /**
     * Opens a store, made if there is none: takes its lock, checks its files, removes what a crash left over and replays
     * the log above the flushed seq.
     *
     * @param directory the store's directory
     * @throws dev.espalier.store.lmdb.StoreLockedException if another holds it, whom the message names
     * @throws dev.espalier.store.lmdb.StoreMismatchException if it is that of another chain
     * @throws CorruptStoreException if a file or record is damaged or missing
     * @throws UncheckedIOException if the disk fails
     */
    public static LayeredStore open(Path directory, StoreOptions options) {
        return open(directory, options, RowCache.none());
    }

    /**
     * Opens a store as {@link #open(Path, StoreOptions)} does, with a cache for the rows of its segment files.
     *
     * @param cache is emptied, and serves this store alone until the store is closed; it stays the caller's
     */
    public static LayeredStore open(Path directory, StoreOptions options, RowCache cache) {
        return open(directory, options, cache, plain -> plain);
    }

    /** Opens a store that reaches its segment files and log through others. */
    static LayeredStore open(Path directory, StoreOptions options, RowCache cache, StoreParts parts) {
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            StoreLock lock = StoreLock.acquire(directory);
            opened.add(lock);
            SegmentFiles files = parts.files(new DiskFiles(SegmentFolder.make(lock.directory()), options.access()));
            StoreLog log = parts.log(openLog(lock, options, files));
            opened.add(log);
            StoreCounters counters = new StoreCounters();
            List<Segment> segments = new ArrayList<>();
            for (SegmentInfo info : log.fileList().segments()) {
                Segment segment = Segment.open(files, info, options.chainId(), counters.segments);
                segments.add(segment);
                opened.add(segment);
            }
            SegmentFolder.deleteOrphans(files, log.fileList());
            LayeredStore store = new LayeredStore(options, cache, lock, log, files, segments, counters);
            store.recover();
            store.maintenance.start();
            opened.clear();
            return store;
        } finally {
            for (AutoCloseable left : opened.reversed()) {
                closeQuietly(left);
            }
        }
    }

    /** Segment files are written only after the log was made. */
    private static LmdbLog openLog(StoreLock lock, StoreOptions options, SegmentFiles files) {
        long segments = files.list().stream().filter(SegmentFolder::isSegment).count();
        return segments == 0
                ? LmdbLog.open(lock, options.identity(), options.log())
                : LmdbLog.openBeside(lock, options.identity(), options.log(), segments + " segment files");
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // Opening failed already; its exception says why.
        }
    }

    /** Replays the records above the flushed seq; each must start from the state before it and give its own. */
    private void recover() {
        LogReplay replay =
                new LogReplay(TrieOptions.builder().leaves(options.leaves()).build());
        for (LogEntry entry : log.entries()) {
            if (entry.seq() <= head.now().seq()) {
                continue;
            }
            LogRecord record = log.read(entry.seq());
            if (record == null) {
                throw new CorruptStoreException("log record seq=" + entry.seq() + " is listed, but not there");
            }
            try (StoreView view = openView(ReadMode.NORMAL)) {
                put(record, replay.replay(record, view));
            }
            counters.replayed.increment();
            if (isFull()) {
                maintenance.flush();
            }
        }
    }

    @Override
    public StoreView openView(ReadMode mode) {
        RowCache through = mode == ReadMode.BYPASS_CACHE ? RowCache.none() : cache;
        return views.open(() -> openView(through));
    }

    private LayeredView openView(RowCache through) {
        while (true) {
            Head now = head.now();
            if (now.layers().segments().acquire()) {
                return new LayeredView(now, options, through, counters, views::closed);
            }
            requireRunning();
        }
    }

    @Override
    public long reserveSeq() {
        return lastSeq.incrementAndGet();
    }

    @Override
    public long reserveStorageId() {
        return nextStorageId.getAndIncrement();
    }

    @Override
    public long nextStorageId() {
        return nextStorageId.get();
    }

    /**
     * {@inheritDoc}
     *
     * @throws dev.espalier.store.lmdb.StoreFullException if the log has no room; nothing has changed
     * @throws IllegalArgumentException if the record does not start from the head, or holds a leaf too large for a page
     * @throws IllegalStateException if the store is closed, or a change failed after its record was written
     */
    @Override
    public void apply(LogRecord record, RowChanges rows) {
        maintenance.makeRoom();
        head.change(() -> applyToHead(record, rows));
        cache.blockCommitted();
        maintenance.overlayGrew();
    }

    private void applyToHead(LogRecord record, RowChanges rows) {
        requireRunning();
        StateMark from = head.now().mark();
        if (!record.entry().before().equals(from)) {
            throw new IllegalArgumentException("record starts from block "
                    + record.entry().before().block() + ", expected the head " + from.block());
        }
        requireStorable(record);
        log.append(record);
        stopped = "a change failed after its record was written; reopen the store, which replays the record";
        put(record, rows);
        stopped = null;
    }

    private void put(LogRecord record, RowChanges rows) {
        nextStorageId.accumulateAndGet(record.nextStorageId(), Math::max);
        lastSeq.accumulateAndGet(record.entry().seq(), Math::max);
        head.put(record, rows, views);
    }

    private static void requireStorable(LogRecord record) {
        for (LeafChange leaf : record.leaves()) {
            byte[] after = leaf.after();
            if (after != null && after.length > Page.LARGEST_VALUE) {
                throw new IllegalArgumentException("leaf " + leaf.key() + ": bytes=" + after.length
                        + ", expected at most " + Page.LARGEST_VALUE + " in a store on disk");
            }
        }
    }

    /** Whether the active overlay has reached its bound. */
    boolean isFull() {
        return head.now().layers().active().bytes() >= options.overlayBytes();
    }

    /** Returns what is the newest, and changes it. */
    StoreHead head() {
        return head;
    }

    /** Seals the active overlay, or gives the one that is sealed already; null if there is nothing to flush. */
    @Nullable
    SealedOverlay seal() {
        return head.whileItStays(() -> {
            requireRunning();
            return head.seal(log.fileList().flushedSeq(), nextStorageId.get());
        });
    }

    /** Returns the store's directory. */
    Path directory() {
        return lock.directory();
    }

    /** Does something while no flush and no merge changes the list of files. */
    <T> T whileFilesStay(Supplier<T> action) {
        return live.whileTheyStay(action);
    }

    /** Returns the log with all that it can do. */
    StoreLog records() {
        return log;
    }

    /** Writes what was committed so far to a segment file, and returns when that is done. */
    public void flush() {
        maintenance.flush();
    }

    /** Merges the fresh segments, if there are any, into a frozen one and returns when that is done. */
    public void freeze() {
        maintenance.freeze();
    }

    /** Merges all segment files into a base and returns when that is done; storage that nothing can reach any more goes. */
    public void merge() {
        maintenance.mergeAll();
    }

    /**
     * Ends freezes and merges in work, without leaving a file: who asked for one gets a {@link
     * java.util.concurrent.CancellationException}. They can begin anew at any time; in the background they do so after the
     * next flush.
     */
    public void cancelMerges() {
        maintenance.cancelMerges();
    }

    @Override
    public ChangeLog log() {
        return log;
    }

    @Override
    public int window() {
        return options.window();
    }

    @Override
    public void prune(long seq) {
        maintenance.undoFrom(Math.min(seq, lastSeq.get() + 1));
    }

    /** Returns what the store holds and did. */
    public StoreStats stats() {
        return counters.stats(head.now(), log.fileList(), views.count());
    }

    /** Returns what is to be verified of a view. */
    VerifiedState verified(LayeredView view) {
        return new VerifiedState(view, options.leaves(), log::verify, head::isLost, this::nextStorageId);
    }

    void requireRunning() {
        String why = stopped;
        if (why != null) {
            throw new IllegalStateException("store " + lock.directory() + ": " + why);
        }
    }

    /** Ends flushes and merges in work, closes the files and frees the lock. What was not flushed is in the log. */
    @Override
    public void close() {
        if (!head.whileItStays(this::beginsClosing)) {
            return;
        }
        maintenance.close();
        head.now().layers().segments().release();
        log.close();
        lock.close();
    }

    /** Tells whether it was not closed before. */
    private boolean beginsClosing() {
        if (CLOSED.equals(stopped)) {
            return false;
        }
        maintenance.ending();
        stopped = CLOSED;
        return true;
    }
}
