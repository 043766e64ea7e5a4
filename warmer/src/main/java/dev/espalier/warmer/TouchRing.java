package dev.espalier.warmer;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue of touches: any number of threads put in, one at a time takes out. Nobody ever waits.
 *
 * <p>A thread that puts in claims a place by the tail and then fills it; the one that takes out empties a place before it
 * moves the head, so a claimed place is always empty.
 */
final class TouchRing {
    private final AtomicReferenceArray<@Nullable Touch> places;
    private final int mask;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();

    /** @param capacity a power of two */
    TouchRing(int capacity) {
        places = new AtomicReferenceArray<>(capacity);
        mask = capacity - 1;
    }

    /**
     * Puts a touch in. A thread that reads the number of workers afterwards does so after the touch is there to be seen.
     *
     * @return whether there was room
     */
    boolean offer(Touch touch) {
        long place;
        do {
            place = tail.get();
            if (place - head.getAcquire() > mask) {
                return false;
            }
        } while (!tail.compareAndSet(place, place + 1));
        places.set((int) place & mask, touch);
        return true;
    }

    /** Takes the oldest touch out; null if there is none, or it is being put in at this moment. */
    @Nullable
    Touch poll() {
        long place = head.getPlain();
        int index = (int) place & mask;
        Touch touch = places.getAcquire(index);
        if (touch != null) {
            places.setPlain(index, null);
            head.setRelease(place + 1);
        }
        return touch;
    }

    /** Returns how many touches are in, those that are being put in included. */
    int size() {
        long first = head.getAcquire();
        return (int) (tail.get() - first);
    }
}
