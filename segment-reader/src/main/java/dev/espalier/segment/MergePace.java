package dev.espalier.segment;

import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Holds merges back, so that together they read and write no more than a number of bytes a second. It can be lifted for a
 * while, which ends the waits of the moment. Any number of threads may use one.
 */
public final class MergePace {
    private final long bytesPerSecond;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Guarded by lock, like all that follows. */
    private final WritePace pace;

    private long bytes;
    private int lifted;

    /**
     * Sets the limit.
     *
     * @param bytesPerSecond at least 1; {@link Long#MAX_VALUE} is none
     * @throws IllegalArgumentException if it is not positive
     */
    public MergePace(long bytesPerSecond) {
        if (bytesPerSecond <= 0) {
            throw new IllegalArgumentException(
                    "merge pace: bytesPerSecond=" + bytesPerSecond + ", expected at least 1");
        }
        this.bytesPerSecond = bytesPerSecond;
        pace = new WritePace(bytesPerSecond);
    }

    /** Returns one that never waits. */
    public static MergePace unlimited() {
        return new MergePace(Long.MAX_VALUE);
    }

    /** Lets all merges run at full speed until {@link #restore} was called as often. */
    public void lift() {
        lock.lock();
        try {
            lifted++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes one {@link #lift} back. */
    public void restore() {
        lock.lock();
        try {
            lifted--;
        } finally {
            lock.unlock();
        }
    }

    /** Makes whoever waits look whether it is cancelled. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until bytes that were read or written are within the limit.
     *
     * @param cancelled ends the wait; looked at after {@link #wake}
     * @throws CancellationException if the thread is interrupted, which it stays
     */
    void keep(long moved, BooleanSupplier cancelled) {
        if (bytesPerSecond == Long.MAX_VALUE || moved == 0) {
            return;
        }
        lock.lock();
        try {
            if (lifted > 0) {
                return;
            }
            bytes += moved;
            long left = pace.nanosToWait(bytes, System.nanoTime());
            while (left > 0 && lifted == 0 && !cancelled.getAsBoolean()) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancellation = new CancellationException("merge: interrupted");
            cancellation.initCause(e);
            throw cancellation;
        } finally {
            lock.unlock();
        }
    }
}
