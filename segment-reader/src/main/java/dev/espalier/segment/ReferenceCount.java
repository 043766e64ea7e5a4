package dev.espalier.segment;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the readers of something that is let go by its owner while readers may still use it. Whoever takes the last
 * step, the owner or the last reader, is told so, once.
 */
final class ReferenceCount {
    private static final int RETIRED = Integer.MIN_VALUE;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ReferenceCount.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The number of readers; with {@link #RETIRED} added once the owner has let go. */
    @SuppressWarnings("unused") // Through STATE.
    private volatile int state;

    /** Adds a reader; returns false if the owner has let go. */
    boolean acquire() {
        while (true) {
            int now = state;
            if (now < 0) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now + 1)) {
                return true;
            }
        }
    }

    /**
     * Removes a reader.
     *
     * @return true if it was the last one after the owner let go
     * @throws IllegalStateException if there is none
     */
    boolean release() {
        while (true) {
            int now = state;
            if ((now & ~RETIRED) == 0) {
                throw new IllegalStateException("reference count: released more often than acquired");
            }
            if (STATE.compareAndSet(this, now, now - 1)) {
                return now - 1 == RETIRED;
            }
        }
    }

    /**
     * Lets go as the owner. Doing so again does nothing.
     *
     * @return true if there is no reader, the first time
     */
    boolean retire() {
        while (true) {
            int now = state;
            if (now < 0) {
                return false;
            }
            if (STATE.compareAndSet(this, now, now | RETIRED)) {
                return now == 0;
            }
        }
    }
}
