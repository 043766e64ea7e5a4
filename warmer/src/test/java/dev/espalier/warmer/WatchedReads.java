package dev.espalier.warmer;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.TrieStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts the reads of a store, and holds up or fails those of other threads than the test's, which are the reads ahead.
 */
final class WatchedReads implements InterceptedStore.Interceptor {
    private final Thread test = Thread.currentThread();
    private final Map<BranchPath, Integer> rows = new ConcurrentHashMap<>();
    private final AtomicInteger onDemand = new AtomicInteger();
    private final Set<Leaf> leavesAhead = ConcurrentHashMap.newKeySet();
    private final Set<Leaf> leavesOnDemand = ConcurrentHashMap.newKeySet();
    private final AtomicInteger reading = new AtomicInteger();
    private final AtomicInteger mostReading = new AtomicInteger();
    private final Semaphore held = new Semaphore(0);
    private volatile @Nullable CountDownLatch hold;
    private volatile boolean failsRows;
    private volatile boolean failsLeaves;

    /** A leaf that was read. */
    record Leaf(long trieId, Hash32 key) {}

    /** Held up reads. To be closed also by a test that fails: a drain would wait for them for ever. */
    interface Hold extends AutoCloseable {
        /** Lets go what is held up, and holds up nothing more. */
        void release();

        @Override
        default void close() {
            release();
        }
    }

    /** Holds up reads ahead of rows from now on. */
    Hold hold() {
        hold = new CountDownLatch(1);
        return this::release;
    }

    /** Returns when so many reads ahead have come and are held up. */
    void awaitHeld(int count) {
        held.acquireUninterruptibly(count);
    }

    private void release() {
        CountDownLatch latch = hold;
        hold = null;
        if (latch != null) {
            latch.countDown();
        }
    }

    /** Fails reads ahead of rows from now on. */
    void failRows() {
        failsRows = true;
    }

    /** Fails reads ahead of leaves from now on. */
    void failLeaves() {
        failsLeaves = true;
    }

    /** How often each row was read. */
    Map<BranchPath, Integer> rows() {
        return rows;
    }

    /** How many rows the test's thread read from the store. */
    int onDemand() {
        return onDemand.get();
    }

    /** The leaves that were read ahead. */
    Set<Leaf> leavesAhead() {
        return leavesAhead;
    }

    /** The leaves that the test's thread read from the store. */
    Set<Leaf> leavesOnDemand() {
        return leavesOnDemand;
    }

    /** The most reads ahead at a time. */
    int mostReading() {
        return mostReading.get();
    }

    private boolean isAhead() {
        return Thread.currentThread() != test;
    }

    @Override
    public void beforeRows(TrieStore.ReadMode mode, RowRequests requests) {
        if (requests.size() == 0) {
            return;
        }
        for (int i = 0; i < requests.size(); i++) {
            rows.merge(requests.path(i), 1, Integer::sum);
        }
        if (isAhead()) {
            mostReading.accumulateAndGet(reading.incrementAndGet(), Math::max);
            try {
                await();
            } finally {
                reading.decrementAndGet();
            }
            if (failsRows) {
                throw new IllegalStateException("a read of rows that fails on purpose");
            }
        } else {
            onDemand.addAndGet(requests.size());
        }
    }

    private void await() {
        CountDownLatch latch = hold;
        if (latch != null) {
            held.release();
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError("a read was interrupted", e);
            }
        }
    }

    @Override
    public byte @Nullable [] leaf(TrieStore.ReadMode mode, long trieId, Hash32 key, byte @Nullable [] stored) {
        if (failsLeaves && isAhead()) {
            throw new IllegalStateException("a read of leaves that fails on purpose");
        }
        (isAhead() ? leavesAhead : leavesOnDemand).add(new Leaf(trieId, key));
        return stored;
    }
}
