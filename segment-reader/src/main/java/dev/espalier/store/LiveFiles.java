package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.store.lmdb.StoreFullException;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.StoreLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The segments that are live: their list in the log, the open files, and what readers see of them change together, under
 * one lock. Safe for use by any thread.
 */
final class LiveFiles {
    private final LayeredStore store;
    private final StoreOptions options;
    private final StoreLog log;
    private final SegmentFiles files;
    private final StoreCounters counters;
    private final ReentrantLock listing = new ReentrantLock();

    /** Newest first. Guarded by listing. */
    private List<Segment> segments;
    /** Guarded by listing. */
    private long nextFileId;

    LiveFiles(
            LayeredStore store,
            StoreOptions options,
            SegmentFiles files,
            List<Segment> segments,
            StoreCounters counters) {
        this.store = store;
        this.options = options;
        this.log = store.records();
        this.files = files;
        this.segments = List.copyOf(segments);
        this.counters = counters;
        this.nextFileId = log.fileList().nextFileId();
    }

    SegmentFiles files() {
        return files;
    }

    /** Returns the segments, newest first. */
    List<Segment> present() {
        return whileTheyStay(() -> segments);
    }

    long reserveFileId() {
        return whileTheyStay(() -> nextFileId++);
    }

    /** Opens files just written; if one cannot be opened, all are deleted. */
    List<Segment> open(List<SegmentInfo> written) {
        List<Segment> opened = new ArrayList<>();
        try {
            written.forEach(info -> opened.add(Segment.open(files, info, options.chainId(), counters.segments)));
            return opened;
        } finally {
            if (opened.size() < written.size()) {
                opened.forEach(Segment::close);
                written.forEach(info -> files.delete(info.name()));
            }
        }
    }

    /**
     * Records a flush and shows it to readers.
     *
     * @param written what the overlay became; null if it was empty
     */
    void add(SealedOverlay sealed, @Nullable Segment written) {
        listing.lock();
        try {
            List<Segment> next = new ArrayList<>();
            if (written != null) {
                next.add(written);
            }
            next.addAll(segments);
            log.switchFiles(new FileList(
                    log.fileList().generation() + 1,
                    sealed.seq(),
                    sealed.mark(),
                    sealed.nextStorageId(),
                    nextFileId,
                    infos(next),
                    sealed.dropped()));
            segments = List.copyOf(next);
            store.head().showFlushed(segments, sealed);
        } catch (RuntimeException | Error e) {
            if (written != null && !segments.contains(written)) {
                letGo(List.of(written), e);
            }
            throw e;
        } finally {
            listing.unlock();
        }
    }

    /**
     * Records a freeze or merge and shows it to readers.
     *
     * @param inputs neighbours that are live; deleted when their last reader is gone
     * @param gone storage tries of which no file holds anything any more
     */
    void replace(List<Segment> inputs, List<Segment> merged, Set<Long> gone) {
        listing.lock();
        try {
            FileList now = log.fileList();
            List<Segment> next = new ArrayList<>(segments);
            int at = next.indexOf(inputs.getFirst());
            next.removeAll(inputs);
            next.addAll(at, merged);
            Map<Long, Long> dropped = new HashMap<>(now.dropped());
            dropped.keySet().removeAll(gone);
            log.switchFiles(new FileList(
                    now.generation() + 1,
                    now.flushedSeq(),
                    now.mark(),
                    now.nextStorageId(),
                    nextFileId,
                    infos(next),
                    dropped));
            segments = List.copyOf(next);
            store.head().showMerged(segments);
            store.head().forget(gone);
        } catch (RuntimeException | Error e) {
            if (!segments.containsAll(merged)) {
                letGo(merged, e);
            }
            throw e;
        } finally {
            listing.unlock();
        }
        inputs.forEach(Segment::retire);
    }

    /** Deletes new files whose list was refused. After any other failure the list may name them, as the next opening sees. */
    private static void letGo(List<Segment> written, Throwable why) {
        if (why instanceof StoreFullException || why instanceof IllegalArgumentException) {
            written.forEach(Segment::retire);
        } else {
            written.forEach(Segment::close);
        }
    }

    private static List<SegmentInfo> infos(List<Segment> segments) {
        return segments.stream().map(Segment::info).toList();
    }

    /** Does something while nothing changes the list. */
    <T> T whileTheyStay(Supplier<T> action) {
        listing.lock();
        try {
            return action.get();
        } finally {
            listing.unlock();
        }
    }

    /** Lets all files go. */
    void close() {
        present().forEach(Segment::close);
    }
}
