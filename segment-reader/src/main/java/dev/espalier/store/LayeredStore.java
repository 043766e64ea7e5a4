package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.page.Page;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.lmdb.StoreLock;
import dev.espalier.store.log.FileList;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.commit.LogReplay;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
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
    static final String SEGMENTS = "segments";

    static final String SEGMENT_SUFFIX = ".seg";

    private final StoreOptions options;
    private final RowCache cache;
    private final StoreLock lock;
    private final LmdbLog log;
    private final StoreCounters counters;
    private final LiveFiles live;
    private final Maintenance maintenance;
    /** Held while the head is replaced and while a change goes to the overlay. */
    private final Object heading = new Object();

    private final OpenViews views = new OpenViews();
    /** Guarded by heading. */
    private final LostStorage lost;

    private final AtomicLong lastSeq = new AtomicLong();
    private final AtomicLong nextStorageId = new AtomicLong();
    private volatile Head head;
    private volatile @Nullable SealedOverlay sealed;
    private volatile @Nullable String stopped;

    private LayeredStore(
            StoreOptions options,
            RowCache cache,
            StoreLock lock,
            LmdbLog log,
            SegmentFiles files,
            List<Segment> segments,
            StoreCounters counters) {
        this.options = options;
        this.cache = cache;
        this.lock = lock;
        this.log = log;
        this.counters = counters;
        FileList list = log.fileList();
        lost = new LostStorage(list.dropped());
        lastSeq.set(Math.max(log.newestSeq(), list.flushedSeq()));
        nextStorageId.set(list.nextStorageId());
        Layers layers = new Layers(new Overlay(), null, new SegmentSet(segments));
        head = new Head(list.flushedSeq(), list.mark(), layers, cache.clear());
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

    /** Opens a store whose segment files go through a decorator. */
    static LayeredStore open(
            Path directory, StoreOptions options, RowCache cache, UnaryOperator<SegmentFiles> decorator) {
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            StoreLock lock = StoreLock.acquire(directory);
            opened.add(lock);
            SegmentFiles files = decorator.apply(new DiskFiles(SegmentFolder.make(lock.directory()), options.access()));
            LmdbLog log = openLog(lock, options, files);
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
        long segments = files.list().stream()
                .filter(name -> name.endsWith(SEGMENT_SUFFIX))
                .count();
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
            if (entry.seq() <= head.seq()) {
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
            Head now = head;
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
        synchronized (heading) {
            requireRunning();
            if (!record.entry().before().equals(head.mark())) {
                throw new IllegalArgumentException("record starts from block "
                        + record.entry().before().block() + ", expected the head "
                        + head.mark().block());
            }
            requireStorable(record);
            log.append(record);
            stopped = "a change failed after its record was written; reopen the store, which replays the record";
            put(record, rows);
            stopped = null;
        }
        cache.blockCommitted();
        maintenance.overlayGrew();
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

    private void put(LogRecord record, RowChanges rows) {
        synchronized (heading) {
            long seq = record.entry().seq();
            counters.changedBytes.add(head.layers().active().put(record, rows, views.readers(head.seq())));
            lost.apply(record);
            nextStorageId.accumulateAndGet(record.nextStorageId(), Math::max);
            lastSeq.accumulateAndGet(seq, Math::max);
            head = head.next(seq, record.entry().after());
        }
    }

    /** Whether the active overlay has reached its bound. */
    boolean isFull() {
        return head.layers().active().bytes() >= options.overlayBytes();
    }

    @Nullable
    SealedOverlay sealed() {
        return sealed;
    }

    /** Seals the active overlay, or gives the one that is sealed already; null if there is nothing to flush. */
    @Nullable
    SealedOverlay seal() {
        synchronized (heading) {
            requireRunning();
            if (sealed == null && head.seq() > log.fileList().flushedSeq()) {
                sealed = new SealedOverlay(
                        head.layers().active(), head.seq(), head.mark(), lost.copy(), nextStorageId.get());
                head = head.with(head.layers().seal(), head.generation());
            }
            return sealed;
        }
    }

    /**
     * Gives the cache the rows of a flush, and shows readers the segments that hold them. The files are durable, so they are
     * shown even if the cache fails: it is empty then, and begins another generation.
     */
    void showFlushed(List<Segment> segments, SealedOverlay flushed) {
        SegmentSet next = new SegmentSet(segments);
        try {
            cache.publish(flushed.rows(), generation -> showFlushed(next, generation));
        } catch (RuntimeException e) {
            counters.failedPublications.increment();
        } finally {
            synchronized (heading) {
                if (sealed != null) {
                    showFlushed(next, cache.generation());
                } else {
                    head = head.with(head.layers(), cache.generation());
                }
            }
        }
    }

    private void showFlushed(SegmentSet next, long generation) {
        SegmentSet replaced;
        synchronized (heading) {
            replaced = head.layers().segments();
            head = head.with(head.layers().flushed(next), generation);
            sealed = null;
        }
        replaced.release();
    }

    /** Shows readers the segments that others were merged into: their rows are the same. */
    void showMerged(List<Segment> segments) {
        SegmentSet next = new SegmentSet(segments);
        SegmentSet replaced;
        synchronized (heading) {
            replaced = head.layers().segments();
            head = head.with(head.layers().merged(next), head.generation());
        }
        replaced.release();
    }

    /**
     * Returns the storage tries that were lost before a seq and not regained since. The list of files does not tell: an
     * unwind after the flush may have brought back what the list still has as dropped.
     */
    Set<Long> lostBefore(long seq) {
        synchronized (heading) {
            return lost.before(seq);
        }
    }

    /** Forgets storage tries of which no file and no overlay holds anything any more. */
    void forget(Set<Long> storageIds) {
        synchronized (heading) {
            lost.forget(storageIds);
        }
    }

    /** Tells whether a storage trie counts as lost, so that a merge may leave it out. */
    private boolean isLost(long storageId) {
        synchronized (heading) {
            return lost.contains(storageId);
        }
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
    LmdbLog records() {
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
        return counters.stats(head, log.fileList(), views.count());
    }

    /** Returns what is to be verified of a view. */
    VerifiedState verified(LayeredView view) {
        return new VerifiedState(view, options.leaves(), log::verify, this::isLost, this::nextStorageId);
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
        synchronized (heading) {
            if ("it is closed".equals(stopped)) {
                return;
            }
            maintenance.ending();
            stopped = "it is closed";
        }
        maintenance.close();
        head.layers().segments().release();
        log.close();
        lock.close();
    }
}
