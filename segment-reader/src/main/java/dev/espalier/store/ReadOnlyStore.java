package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.store.lmdb.LogSnapshot;
import dev.espalier.store.log.FileList;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.commit.LogReplay;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.StateMark;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A store's newest durable state, for reading beside the process that writes to it. It takes no lock of the store, and
 * writes to nothing in its directory but LMDB's table of readers. It stays at the state that it was opened on.
 *
 * <p>Any number of threads may open views. Closed once, when every view is closed.
 */
public final class ReadOnlyStore implements AutoCloseable {
    /** A merge may take a file away between the reading of the list and the opening of the file; not often in a row. */
    private static final int ATTEMPTS = 20;

    private final Path directory;
    private final StoreOptions options;
    private final StoreCounters counters;
    private final SegmentSet segments;
    private final LostStorage lost;
    private final LogSnapshot log;
    private Head head;
    private long nextStorageId;

    private ReadOnlyStore(
            Path directory, LogSnapshot log, List<Segment> opened, StoreOptions options, StoreCounters counters) {
        this.directory = directory;
        this.log = log;
        this.options = options;
        this.counters = counters;
        FileList files = log.files();
        segments = new SegmentSet(opened);
        lost = new LostStorage(files.dropped());
        nextStorageId = files.nextStorageId();
        head = new Head(
                files.flushedSeq(),
                files.mark(),
                new Layers(new Overlay(), null, segments),
                RowCache.none().generation());
    }

    /**
     * Opens a store that exists, whatever chain it is of. Replays what is durable, but not in its files yet.
     *
     * <p>While nobody writes to the store, the pages by which LMDB finds its way are checked first, as a writer does. Beside a
     * writer they change too fast to be checked; the writer checked them when it opened the store. Where they are damaged
     * since, this may end the process, as LMDB follows them blindly, or show an earlier state of the store; values have
     * checksums of their own and are never wrong.
     *
     * @param directory the store's directory
     * @throws IllegalStateException if there is no store in it, or this process itself has it open
     * @throws dev.espalier.trie.CorruptStoreException if a file or record is damaged or missing
     * @throws UncheckedIOException if the disk fails
     */
    public static ReadOnlyStore open(Path directory) {
        for (int attempt = 1; ; attempt++) {
            LogSnapshot log = LogSnapshot.read(directory, false);
            try {
                return open(directory, log);
            } catch (UncheckedIOException e) {
                boolean merged = e.getCause() instanceof NoSuchFileException
                        && !LogSnapshot.read(directory, false).files().equals(log.files());
                if (!merged || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static ReadOnlyStore open(Path directory, LogSnapshot log) {
        StoreOptions options = new StoreDescription(
                        log.identity().chainId(),
                        log.identity().leaves(),
                        log.identity().genesis())
                .options()
                .build();
        DiskFiles files = new DiskFiles(SegmentFolder.of(directory), options.access());
        StoreCounters counters = new StoreCounters();
        List<Segment> opened = new ArrayList<>();
        try {
            for (SegmentInfo info : log.files().segments()) {
                opened.add(Segment.open(files, info, options.chainId(), counters.segments));
            }
            ReadOnlyStore store = new ReadOnlyStore(directory, log, opened, options, counters);
            store.replay();
            return store;
        } finally {
            // The set holds what it needs; after a failure nothing does.
            opened.forEach(Segment::close);
        }
    }

    private void replay() {
        LogReplay replay =
                new LogReplay(TrieOptions.builder().leaves(options.leaves()).build());
        for (LogRecord record : log.unflushed()) {
            try (LayeredView view = openView()) {
                put(record, replay, view);
            }
        }
    }

    private void put(LogRecord record, LogReplay replay, LayeredView view) {
        head.layers().active().put(record, replay.replay(record, view), new long[] {head.seq()});
        lost.apply(record);
        nextStorageId = Math.max(nextStorageId, record.nextStorageId());
        head = head.next(record.entry().seq(), record.entry().after());
    }

    /** Returns the state that is shown. */
    public StateMark mark() {
        return head.mark();
    }

    /** Returns the seq of the newest record that is shown. */
    public long seq() {
        return head.seq();
    }

    LeafKind leaves() {
        return options.leaves();
    }

    LayeredView openView() {
        if (!segments.acquire()) {
            throw new IllegalStateException("store " + directory + ": it is closed");
        }
        return new LayeredView(head, options, RowCache.none(), counters, _ -> {});
    }

    /** Returns what is to be verified: of the log every record that is kept when it is asked for. */
    VerifiedState verified(LayeredView view) {
        return new VerifiedState(
                view,
                options.leaves(),
                () -> LogSnapshot.read(directory, true).records(),
                lost::contains,
                () -> nextStorageId);
    }

    /** Returns what the store holds, and what was read of it here. */
    public StoreStats stats() {
        return counters.stats(head, log.files(), 0);
    }

    @Override
    public void close() {
        segments.release();
    }
}
