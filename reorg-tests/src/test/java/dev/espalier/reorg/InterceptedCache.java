package dev.espalier.reorg;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a store and its cache: holds fills up as slow readers do, and makes publications fail. Safe for use by
 * any thread.
 */
class InterceptedCache implements RowCache {
    private final RowCache cache;
    /** Guarded by this. */
    private List<Fill> held = new ArrayList<>();
    /** Guarded by this. */
    private boolean holding;

    private volatile @Nullable Failure failure;
    private volatile long publications;

    /** When a publication fails. */
    enum Failure {
        BEFORE_VISIBLE,
        AFTER_VISIBLE
    }

    private record Fill(BranchPath path, BranchRow row, long generation) {}

    InterceptedCache(RowCache cache) {
        this.cache = cache;
    }

    /** Keeps fills back from here on. */
    synchronized void hold() {
        holding = true;
    }

    /**
     * Lets the fills go that were kept back, under the generation that each reader had, and keeps none back any more.
     *
     * @return how many there were
     */
    int release() {
        List<Fill> all;
        synchronized (this) {
            all = held;
            held = new ArrayList<>();
            holding = false;
        }
        all.forEach(fill -> cache.fill(fill.path, fill.row, fill.generation));
        return all.size();
    }

    private synchronized boolean keepsBack(Fill fill) {
        if (holding) {
            held.add(fill);
        }
        return holding;
    }

    /** Makes the next publication fail; null makes it succeed. */
    void failNext(@Nullable Failure when) {
        failure = when;
    }

    /** Returns how many publications were begun. */
    long publications() {
        return publications;
    }

    @Override
    public long generation() {
        return cache.generation();
    }

    @Override
    public @Nullable BranchRow get(BranchPath path, NodeRef ref, long generation) {
        return cache.get(path, ref, generation);
    }

    @Override
    public void fill(BranchPath path, BranchRow row, long generation) {
        if (!keepsBack(new Fill(path, row, generation))) {
            cache.fill(path, row, generation);
        }
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // publications exclude each other
    public void publish(RowChanges changes, LongConsumer makeVisible) {
        publications++;
        Failure when = failure;
        failure = null;
        cache.publish(changes, generation -> {
            if (when == Failure.BEFORE_VISIBLE) {
                throw new IllegalStateException("publication fails before it is visible");
            }
            makeVisible.accept(generation);
            if (when == Failure.AFTER_VISIBLE) {
                throw new IllegalStateException("publication fails after it is visible");
            }
        });
    }

    @Override
    public void blockCommitted() {
        cache.blockCommitted();
    }

    @Override
    public long clear() {
        return cache.clear();
    }
}
