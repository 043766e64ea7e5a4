package dev.espalier.warmer;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs what waits in the queue on an executor's threads.
 *
 * <p>A worker works until nothing waits. The last one with nothing to do then watches the queue for a while, so that the
 * thread of the EVM, which goes on touching, does not pay for waking somebody each time. While all are busy, a queue that
 * grows starts another worker.
 */
final class Workers {
    private static final long WATCH_NANOS = 50_000;
    private static final int LOOKS = 20;

    private final Executor executor;
    private final int most;
    private final int batchKeys;
    private final WarmQueue queue;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final LongAdder refusals = new LongAdder();
    private final Runnable work = this::work;
    private volatile boolean refused;
    private volatile boolean closed;

    Workers(Executor executor, int most, int batchKeys, WarmQueue queue) {
        this.executor = executor;
        this.most = most;
        this.batchKeys = batchKeys;
        this.queue = queue;
    }

    /** Says that a touch was put in. */
    void touched() {
        if (running.get() == 0 || (!watched.get() && queue.size() >= batchKeys / 4)) {
            startOne();
        }
    }

    /** Starts another worker, if there may be one more. */
    void startOne() {
        if (closed || refused) {
            return;
        }
        int now = running.get();
        while (now < most) {
            if (running.compareAndSet(now, now + 1)) {
                submit();
                return;
            }
            now = running.get();
        }
    }

    private void submit() {
        try {
            executor.execute(work);
        } catch (RuntimeException e) {
            running.decrementAndGet();
            refused = true;
            refusals.increment();
        }
    }

    /** Tries again, for a new block, an executor that refused. */
    void retry() {
        if (refused) {
            refused = false;
        }
    }

    /** Returns how often the executor refused. */
    long refusals() {
        return refusals.sum();
    }

    /** Lets workers end when their task does. */
    void close() {
        closed = true;
    }

    private void work() {
        try {
            boolean goesOn = true;
            while (goesOn) {
                WarmTask task = queue.take(batchKeys);
                if (task == null) {
                    goesOn = watch();
                } else {
                    if (queue.tasks() > 0 || queue.size() >= batchKeys / 4) {
                        startOne();
                    }
                    task.block().run(task);
                }
            }
        } finally {
            running.decrementAndGet();
        }
        // a touch may have come between the last look and the decrement, when this worker still counted as there
        if (queue.size() > 0) {
            startOne();
        }
    }

    /** Returns whether something came; one worker watches, the others end. */
    private boolean watch() {
        if (!watched.compareAndSet(false, true)) {
            return false;
        }
        try {
            for (int i = 0; i < LOOKS && !closed; i++) {
                LockSupport.parkNanos(this, WATCH_NANOS);
                if (queue.size() > 0) {
                    return true;
                }
            }
            return false;
        } finally {
            watched.set(false);
        }
    }
}
