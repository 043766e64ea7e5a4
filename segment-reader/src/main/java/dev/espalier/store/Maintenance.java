package dev.espalier.store;

import dev.espalier.segment.MergeOptions;
import dev.espalier.segment.MergeOutput;
import dev.espalier.segment.MergePace;
import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentMerge;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.store.log.StoreLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Flushes overlays, freezes fresh segments and merges frozen ones, when asked and, if the options say so, on threads of its
 * own. A freeze and a merge may run at once: they take different segments.
 *
 * <p>Locks, in this order: {@code flushing}, or {@code freezing} and then {@code merging}, one of each kind at a time; that
 * of {@link LiveFiles}; then the store's own.
 */
final class Maintenance {
    private final LayeredStore store;
    private final StoreOptions options;
    private final StoreLog log;
    private final LiveFiles live;
    private final StoreCounters counters;
    /** Fair, so that a commit that waits for one flush does not wait for the next as well. */
    private final ReentrantLock flushing = new ReentrantLock(true);

    private final ReentrantLock freezing = new ReentrantLock();
    private final ReentrantLock merging = new ReentrantLock();
    private final BackgroundTask flusher;
    private final BackgroundTask freezer;
    private final BackgroundTask merger;
    /** That of what begins by itself, together. */
    private final MergePace pace;

    private final Set<SegmentMerge> running = ConcurrentHashMap.newKeySet();
    private volatile long undoFrom;
    private volatile boolean closed;

    Maintenance(LayeredStore store, StoreOptions options, LiveFiles live, StoreCounters counters) {
        this.store = store;
        this.options = options;
        this.log = store.records();
        this.live = live;
        this.counters = counters;
        pace = options.background() ? new MergePace(options.mergeBytesPerSecond()) : MergePace.unlimited();
        flusher = new BackgroundTask("espalier-flush", this::flushDue);
        freezer = new BackgroundTask("espalier-freeze", this::freezeDue);
        merger = new BackgroundTask("espalier-merge", this::mergeDue);
    }

    void start() {
        if (options.background()) {
            flusher.start();
            freezer.start();
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

    /** Before a change: where both overlays are full, waits for the flush of the older one, or fails as it fails. */
    void makeRoom() {
        if (store.isFull() && store.head().sealed() != null) {
            counters.waits.increment();
            pace.lift();
            flushing.lock();
            try {
                // Whoever held the lock may have flushed it; the other overlay is flushed beside this change.
                if (store.head().sealed() != null) {
                    flushSealed();
                }
            } finally {
                flushing.unlock();
                pace.restore();
            }
        }
    }

    /** Flushes everything committed before the call. */
    void flush() {
        flushing.lock();
        try {
            if (store.head().sealed() != null) {
                flushSealed();
            }
            flushSealed();
        } finally {
            flushing.unlock();
        }
        flushed();
    }

    /** Flushes overlays until none is full. */
    private void flushDue() {
        while (store.head().sealed() != null || store.isFull()) {
            flushSealed();
        }
        flushed();
    }

    private void flushed() {
        if (options.background()) {
            freezer.trigger();
        } else {
            freezeDue();
        }
    }

    private void flushSealed() {
        flushing.lock();
        try {
            SealedOverlay overlay = store.seal();
            if (overlay != null) {
                live.add(overlay, overlay.overlay().isEmpty() ? null : write(overlay));
                counters.flushes.increment();
                forgetRecords();
            }
        } finally {
            flushing.unlock();
        }
    }

    private Segment write(SealedOverlay sealed) {
        long fileId = live.reserveFileId();
        SegmentIdentity identity = new SegmentIdentity(
                options.chainId(), fileId, log.fileList().flushedSeq() + 1, sealed.seq(), SegmentKind.FRESH);
        SegmentInfo info = FlushWriter.write(live.files(), SegmentFolder.nameOf(fileId), identity, sealed.overlay());
        return live.open(List.of(info)).getFirst();
    }

    /** Records that neither an unwind nor a recovery needs go. */
    private void forgetRecords() {
        log.prune(Math.min(undoFrom, log.fileList().flushedSeq() + 1));
    }

    /** Freezes the fresh segments if enough stand; frozen ones may be due then. */
    private void freezeDue() {
        freezing.lock();
        try {
            List<Segment> fresh = fresh(live.present());
            if (fresh.size() >= options.freezeAfter()) {
                freeze(fresh, pace);
            }
        } finally {
            freezing.unlock();
        }
        if (options.background()) {
            merger.trigger();
        } else {
            mergeDue();
        }
    }

    /** Merges frozen segments, and the base, until none are due. */
    private void mergeDue() {
        merging.lock();
        try {
            boolean more = true;
            while (more) {
                more = mergeOnce();
            }
        } finally {
            merging.unlock();
        }
    }

    private boolean mergeOnce() {
        List<Segment> present = live.present();
        List<Segment> frozen = ofKind(present, SegmentKind.FROZEN);
        List<Segment> base = ofKind(present, SegmentKind.BASE);
        MergePolicy.Due due = MergePolicy.due(
                frozen.stream().map(segment -> segment.info().bytes()).toList(),
                base.stream().mapToLong(segment -> segment.info().bytes()).sum(),
                options.mergeRatio());
        if (due == null) {
            return false;
        }
        List<Segment> inputs = new ArrayList<>(frozen.subList(due.from(), due.to()));
        if (due.base()) {
            inputs.addAll(base);
        }
        merge(inputs, due.base() ? SegmentKind.BASE : SegmentKind.FROZEN, pace);
        counters.merges.increment();
        return true;
    }

    private static List<Segment> fresh(List<Segment> newestFirst) {
        return ofKind(newestFirst, SegmentKind.FRESH);
    }

    /** Segments of a kind stand together: fresh ones, then frozen ones, then the base. */
    private static List<Segment> ofKind(List<Segment> newestFirst, SegmentKind kind) {
        return newestFirst.stream()
                .filter(segment -> segment.identity().kind() == kind)
                .toList();
    }

    /** Merges the fresh segments into a frozen one. */
    void freeze() {
        freezing.lock();
        try {
            List<Segment> fresh = fresh(live.present());
            if (!fresh.isEmpty()) {
                freeze(fresh, MergePace.unlimited());
            }
        } finally {
            freezing.unlock();
        }
    }

    private void freeze(List<Segment> fresh, MergePace atPace) {
        merge(fresh, SegmentKind.FROZEN, atPace);
        counters.freezes.increment();
    }

    /** Merges all segments into a base. */
    void mergeAll() {
        freezing.lock();
        merging.lock();
        try {
            List<Segment> present = live.present();
            if (!present.isEmpty()) {
                merge(present, SegmentKind.BASE, MergePace.unlimited());
                counters.merges.increment();
            }
        } finally {
            merging.unlock();
            freezing.unlock();
        }
    }

    /** Ends freezes and merges in work. */
    void cancelMerges() {
        running.forEach(SegmentMerge::cancel);
    }

    /**
     * Merges neighbours. A storage trie that was lost up to the newest of them has nothing in newer ones, so that once the
     * base is written without it nothing of it is left.
     *
     * @param inputs newest first
     * @param kind what comes of it: a base if no older segment remains
     */
    private void merge(List<Segment> inputs, SegmentKind kind, MergePace atPace) {
        forgetRecords();
        boolean base = kind == SegmentKind.BASE;
        long toSeq = inputs.getFirst().identity().toSeq();
        Set<Long> dead = store.head().lostBefore(Math.min(undoFrom, toSeq + 1));
        SegmentMerge merge = new SegmentMerge(
                live.files(),
                inputs,
                new MergeOptions(base, dead::contains, atPace, base && options.shortKeys(), options.encoding()));
        List<KeyRange> ranges = base ? merge.partition(options.partitionBytes()) : List.of(KeyRange.ALL);
        running.add(merge);
        List<SegmentInfo> written;
        try {
            if (closed) {
                throw new CancellationException("the store is closing");
            }
            written = merge.run(outputs(inputs, kind, ranges));
        } finally {
            running.remove(merge);
        }
        live.replace(inputs, live.open(written), base ? dead : Set.of());
    }

    private List<MergeOutput> outputs(List<Segment> inputs, SegmentKind kind, List<KeyRange> ranges) {
        long fromSeq = inputs.getLast().identity().fromSeq();
        long toSeq = inputs.getFirst().identity().toSeq();
        List<MergeOutput> outputs = new ArrayList<>();
        for (KeyRange range : ranges) {
            long fileId = live.reserveFileId();
            outputs.add(new MergeOutput(
                    SegmentFolder.nameOf(fileId),
                    new SegmentIdentity(options.chainId(), fileId, fromSeq, toSeq, kind, range)));
        }
        return outputs;
    }

    /** The store is about to close: what runs in the background may fail for it from now on. Does not wait. */
    void ending() {
        closed = true;
        merger.ending();
        freezer.ending();
        flusher.ending();
    }

    /** Waits for a flush in work, ends freezes and merges in work, and lets the files go. */
    void close() {
        ending();
        cancelMerges();
        pace.lift();
        merger.close();
        freezer.close();
        flusher.close();
        flushing.lock();
        freezing.lock();
        merging.lock();
        try {
            live.close();
        } finally {
            merging.unlock();
            freezing.unlock();
            flushing.unlock();
        }
    }
}
