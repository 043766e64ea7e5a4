package dev.espalier.store;

import dev.espalier.segment.MergeOptions;
import dev.espalier.segment.MergeOutput;
import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentMerge;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.log.FileList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Flushes overlays and merges segments, when asked and, if the options say so, on threads of its own.
 *
 * <p>Locks, in this order: {@code flushing} or {@code merging}, one flush and one merge at a time; {@code listing}, while
 * the list of files is replaced in the log and in memory; then the store's own.
 */
final class Maintenance {
    private final LayeredStore store;
    private final StoreOptions options;
    private final LmdbLog log;
    private final SegmentFiles files;
    private final StoreCounters counters;
    private final ReentrantLock flushing = new ReentrantLock();
    private final ReentrantLock merging = new ReentrantLock();
    private final ReentrantLock listing = new ReentrantLock();
    private final BackgroundTask flusher;
    private final BackgroundTask merger;

    /** Guarded by listing. */
    private List<Segment> segments;
    /** Guarded by listing. */
    private long nextFileId;

    private volatile long undoFrom;
    private volatile @Nullable SegmentMerge running;
    private volatile boolean closed;

    Maintenance(
            LayeredStore store,
            StoreOptions options,
            LmdbLog log,
            SegmentFiles files,
            List<Segment> segments,
            StoreCounters counters) {
        this.store = store;
        this.options = options;
        this.log = log;
        this.files = files;
        this.segments = List.copyOf(segments);
        this.counters = counters;
        this.nextFileId = log.fileList().nextFileId();
        this.flusher = new BackgroundTask("espalier-flush", this::flush);
        this.merger = new BackgroundTask("espalier-merge", this::mergeDue);
    }

    void start() {
        if (options.background()) {
            flusher.start();
            merger.start();
        }
    }

    /** Says that the trie will not undo records below a seq. */
    void undoFrom(long seq) {
        undoFrom = Math.max(undoFrom, seq);
    }

    /** After a change: a full overlay is due for a flush. */
    void overlayGrew() {
        if (!store.isFull()) {
            return;
        }
        if (options.background()) {
            flusher.trigger();
        } else {
            flush();
        }
    }

    /** Before a change: where both overlays are full, waits for a flush, or fails as it fails. */
    void makeRoom() {
        if (store.isFull() && store.sealed() != null) {
            counters.waits.increment();
            flushSealed();
        }
    }

    /** Flushes everything committed before the call. */
    void flush() {
        flushing.lock();
        try {
            if (store.sealed() != null) {
                flushSealed();
            }
            flushSealed();
        } finally {
            flushing.unlock();
        }
        if (options.background()) {
            merger.trigger();
        } else {
            mergeDue();
        }
    }

    private void flushSealed() {
        flushing.lock();
        try {
            SealedOverlay overlay = store.seal();
            if (overlay != null) {
                write(overlay);
                counters.flushes.increment();
                forgetRecords();
            }
        } finally {
            flushing.unlock();
        }
    }

    private void write(SealedOverlay sealed) {
        Segment written = sealed.overlay().isEmpty() ? null : writeSegment(sealed);
        listing.lock();
        try {
            FileList now = log.fileList();
            List<Segment> next = new ArrayList<>();
            if (written != null) {
                next.add(written);
            }
            next.addAll(segments);
            log.switchFiles(new FileList(
                    now.generation() + 1,
                    sealed.seq(),
                    sealed.mark(),
                    sealed.nextStorageId(),
                    nextFileId,
                    infos(next),
                    sealed.dropped()));
            segments = List.copyOf(next);
            store.install(segments, true);
        } catch (RuntimeException | Error e) {
            if (written != null && !segments.contains(written)) {
                written.retire();
            }
            throw e;
        } finally {
            listing.unlock();
        }
    }

    private Segment writeSegment(SealedOverlay sealed) {
        long fileId = reserveFileId();
        SegmentIdentity identity = new SegmentIdentity(
                options.chainId(), fileId, log.fileList().flushedSeq() + 1, sealed.seq(), SegmentKind.FRESH);
        SegmentInfo info = FlushWriter.write(files, name(fileId), identity, sealed.overlay());
        return Segment.open(files, info, options.chainId(), counters.segments);
    }

    private long reserveFileId() {
        listing.lock();
        try {
            return nextFileId++;
        } finally {
            listing.unlock();
        }
    }

    private static String name(long fileId) {
        return String.format("%010d.seg", fileId);
    }

    private static List<SegmentInfo> infos(List<Segment> segments) {
        return segments.stream().map(Segment::info).toList();
    }

    /** Records that neither an unwind nor a recovery needs go. */
    private void forgetRecords() {
        log.prune(Math.min(undoFrom, log.fileList().flushedSeq() + 1));
    }

    /** Freezes the fresh segments and merges frozen ones, if enough stand. */
    void mergeDue() {
        merging.lock();
        try {
            long pace = options.background() ? options.mergeBytesPerSecond() : MergeOptions.UNLIMITED;
            List<Segment> fresh = fresh(present());
            if (fresh.size() >= options.freezeAfter()) {
                merge(fresh, SegmentKind.FROZEN, pace);
            }
            List<Segment> present = present();
            List<Segment> due =
                    MergePolicy.due(present.subList(fresh(present).size(), present.size()), options.mergeFan());
            if (!due.isEmpty()) {
                merge(due, due.getLast() == present.getLast() ? SegmentKind.BASE : SegmentKind.FROZEN, pace);
            }
        } finally {
            merging.unlock();
        }
    }

    private static List<Segment> fresh(List<Segment> newestFirst) {
        int count = 0;
        while (count < newestFirst.size() && newestFirst.get(count).identity().kind() == SegmentKind.FRESH) {
            count++;
        }
        return newestFirst.subList(0, count);
    }

    /** Merges the fresh segments into a frozen one. */
    void freeze() {
        merging.lock();
        try {
            List<Segment> fresh = fresh(present());
            if (!fresh.isEmpty()) {
                merge(fresh, SegmentKind.FROZEN, MergeOptions.UNLIMITED);
            }
        } finally {
            merging.unlock();
        }
    }

    /** Merges all segments into a base. */
    void mergeAll() {
        merging.lock();
        try {
            List<Segment> present = present();
            if (!present.isEmpty()) {
                merge(present, SegmentKind.BASE, MergeOptions.UNLIMITED);
            }
        } finally {
            merging.unlock();
        }
    }

    /** Ends a freeze or merge in work. */
    void cancelMerge() {
        SegmentMerge merge = running;
        if (merge != null) {
            merge.cancel();
        }
    }

    private List<Segment> present() {
        listing.lock();
        try {
            return segments;
        } finally {
            listing.unlock();
        }
    }

    /**
     * Merges neighbours.
     *
     * @param inputs newest first
     * @param kind what comes of it: a base if no older segment remains
     */
    private void merge(List<Segment> inputs, SegmentKind kind, long bytesPerSecond) {
        forgetRecords();
        boolean base = kind == SegmentKind.BASE;
        Set<Long> dead = store.lostBefore(Math.min(undoFrom, log.fileList().flushedSeq() + 1));
        SegmentMerge merge = new SegmentMerge(
                files,
                inputs,
                new MergeOptions(
                        base, dead::contains, bytesPerSecond, base && options.shortKeys(), options.encoding()));
        List<KeyRange> ranges = base ? merge.partition(options.partitionBytes()) : List.of(KeyRange.ALL);
        running = merge;
        if (closed) {
            throw new CancellationException("the store is closing");
        }
        List<SegmentInfo> written;
        try {
            written = merge.run(outputs(inputs, kind, ranges));
        } finally {
            running = null;
        }
        replace(inputs, open(written), base ? dead : Set.of());
        (base ? counters.merges : counters.freezes).increment();
    }

    private List<MergeOutput> outputs(List<Segment> inputs, SegmentKind kind, List<KeyRange> ranges) {
        long fromSeq = inputs.getLast().identity().fromSeq();
        long toSeq = inputs.getFirst().identity().toSeq();
        List<MergeOutput> outputs = new ArrayList<>();
        for (KeyRange range : ranges) {
            long fileId = reserveFileId();
            outputs.add(new MergeOutput(
                    name(fileId), new SegmentIdentity(options.chainId(), fileId, fromSeq, toSeq, kind, range)));
        }
        return outputs;
    }

    private List<Segment> open(List<SegmentInfo> written) {
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

    private void replace(List<Segment> inputs, List<Segment> merged, Set<Long> gone) {
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
            store.install(segments, false);
            store.forget(gone);
        } catch (RuntimeException | Error e) {
            if (!segments.containsAll(merged)) {
                merged.forEach(Segment::retire);
            }
            throw e;
        } finally {
            listing.unlock();
        }
        inputs.forEach(Segment::retire);
    }

    /** Does something while nothing changes the list of files. */
    <T> T whileFilesStay(Supplier<T> action) {
        listing.lock();
        try {
            return action.get();
        } finally {
            listing.unlock();
        }
    }

    /** Waits for a flush in work, ends a merge in work, and lets the files go. */
    void close() {
        closed = true;
        cancelMerge();
        merger.close();
        flusher.close();
        flushing.lock();
        merging.lock();
        try {
            present().forEach(Segment::close);
        } finally {
            merging.unlock();
            flushing.unlock();
        }
    }
}
