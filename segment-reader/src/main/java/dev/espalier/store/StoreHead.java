package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.store.log.FileList;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowChanges;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store's head: which state is the newest, and where readers read it. It changes as a whole, so that a reader who takes
 * it once never mixes two moments. Safe for use by any thread.
 */
final class StoreHead {
    private final RowCache cache;
    private final StoreCounters counters;
    /** Guarded by this. */
    private final LostStorage lost;

    private volatile Head head;
    private volatile @Nullable SealedOverlay sealed;

    /** @param cache is emptied */
    StoreHead(FileList list, List<Segment> segments, RowCache cache, StoreCounters counters) {
        this.cache = cache;
        this.counters = counters;
        lost = new LostStorage(list.dropped());
        Layers layers = new Layers(new Overlay(), null, new SegmentSet(segments));
        head = new Head(list.flushedSeq(), list.mark(), layers, cache.clear());
    }

    /** Returns what is the newest now. */
    Head now() {
        return head;
    }

    /** Does something while nothing changes the head. */
    synchronized <T extends @Nullable Object> T whileItStays(Supplier<T> action) {
        return action.get();
    }

    /** Makes a change of which {@link #put} is one step, while nothing else changes the head. */
    synchronized void change(Runnable steps) {
        steps.run();
    }

    /** Puts a change into the active overlay, and shows it. */
    synchronized void put(LogRecord record, RowChanges rows, OpenViews views) {
        counters.changedBytes.add(head.layers().active().put(record, rows, views.readers(head.seq())));
        lost.apply(record);
        head = head.next(record.entry().seq(), record.entry().after());
    }

    /** Returns the overlay that waits to be flushed, or is being flushed; null if there is none. */
    @Nullable
    SealedOverlay sealed() {
        return sealed;
    }

    /**
     * Seals the active overlay, or gives the one that is sealed already.
     *
     * @param flushedSeq the newest seq that the files hold
     * @return null if the head is no newer
     */
    synchronized @Nullable SealedOverlay seal(long flushedSeq, long nextStorageId) {
        if (sealed == null && head.seq() > flushedSeq) {
            sealed = new SealedOverlay(head.layers().active(), head.seq(), head.mark(), lost.copy(), nextStorageId);
            head = head.with(head.layers().seal(), head.generation());
        }
        return sealed;
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
            synchronized (this) {
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
        synchronized (this) {
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
        synchronized (this) {
            replaced = head.layers().segments();
            head = head.with(head.layers().merged(next), head.generation());
        }
        replaced.release();
    }

    /**
     * Returns the storage tries that were lost before a seq and not regained since. The list of files does not tell: an
     * unwind after the flush may have brought back what the list still has as dropped.
     */
    synchronized Set<Long> lostBefore(long seq) {
        return lost.before(seq);
    }

    /** Forgets storage tries of which no file and no overlay holds anything any more. */
    synchronized void forget(Set<Long> storageIds) {
        lost.forget(storageIds);
    }

    /** Tells whether a storage trie counts as lost, so that a merge may leave it out. */
    synchronized boolean isLost(long storageId) {
        return lost.contains(storageId);
    }
}
