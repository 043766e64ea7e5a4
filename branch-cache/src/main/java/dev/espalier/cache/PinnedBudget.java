package dev.espalier.cache;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * The bytes of the pinned tier. It takes them from the evicting tier in pieces, as it needs them, up to its share, so
 * that what it does not use is not idle. Any number of threads may use it at once.
 *
 * <p>{@link #reserve} may have to make the evicting tier smaller. It is therefore never called while a key of that tier is
 * locked.
 */
final class PinnedBudget {
    private static final int PIECES = 16;

    private final long shareBytes;
    private final LongConsumer onGrant;
    private final AtomicLong used = new AtomicLong();
    private volatile long granted;

    /** @param onGrant makes room for so many bytes in all, before they are used */
    PinnedBudget(long shareBytes, LongConsumer onGrant) {
        this.shareBytes = shareBytes;
        this.onGrant = onGrant;
    }

    /** Takes bytes; false if the share has not so many left. */
    boolean reserve(long bytes) {
        long now = used.addAndGet(bytes);
        if (now <= granted || (now <= shareBytes && grant(now))) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    private synchronized boolean grant(long needed) {
        if (needed > granted) {
            long piece = Math.max(1, shareBytes / PIECES);
            long next = Math.min(shareBytes, (needed + piece - 1) / piece * piece);
            onGrant.accept(next);
            granted = next;
        }
        return true;
    }

    /** Gives bytes back. */
    void release(long bytes) {
        used.addAndGet(-bytes);
    }

    /** Returns the bytes that are taken: exactly what rows and slots take, at a quiet moment. */
    long usedBytes() {
        return used.get();
    }

    /** Returns the bytes that are not taken. */
    long freeBytes() {
        return shareBytes - used.get();
    }
}
