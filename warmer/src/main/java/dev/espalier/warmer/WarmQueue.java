package dev.espalier.warmer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a worker: touches in a ring, and work that was planned from access lists. Putting a touch in takes no
 * lock; whoever takes out, plans or drops holds one, so that work is either waiting or in flight, and never lost between.
 */
final class WarmQueue {
    private final TouchRing ring;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Touch> setAside = new ArrayDeque<>();
    private final ArrayDeque<WarmTask> planned = new ArrayDeque<>();
    private volatile int lockedSize;

    WarmQueue(int capacity) {
        ring = new TouchRing(capacity);
    }

    /** Puts a touch in, if there is room. */
    boolean offer(Touch touch) {
        return ring.offer(touch);
    }

    /** Returns how many touches and tasks wait. */
    int size() {
        return ring.size() + lockedSize;
    }

    /** Returns how many tasks wait that are not touches. */
    int tasks() {
        return lockedSize;
    }

    /**
     * Puts planned work in, unless its block is being drained or takes no more work.
     *
     * @return whether it was put in
     */
    boolean add(List<WarmTask> tasks, BlockWarmer block) {
        lock.lock();
        try {
            boolean wanted = !block.isDraining() && !block.isStopped();
            if (wanted) {
                planned.addAll(tasks);
            }
            return wanted;
        } finally {
            unlock();
        }
    }

    /**
     * Takes work out, touches first; it is then in flight in its block.
     *
     * @param most the most touches at once; they are of one block
     * @return null if there is nothing to do
     */
    @Nullable
    WarmTask take(int most) {
        lock.lock();
        try {
            WarmTask task = takeTouches(most);
            while (task == null) {
                task = planned.poll();
                if (task == null) {
                    return null;
                }
                task = begin(task);
            }
            return task;
        } finally {
            unlock();
        }
    }

    private @Nullable WarmTask takeTouches(int most) {
        Touch first = nextTouch();
        while (first != null) {
            BlockWarmer block = first.block();
            List<Touch> touches = new ArrayList<>(Math.min(most, ring.size() + 1));
            touches.add(first);
            Touch next = null;
            while (touches.size() < most) {
                next = nextTouch();
                if (next == null || next.block() != block) {
                    break;
                }
                touches.add(next);
                next = null;
            }
            if (next != null) {
                setAside.addFirst(next);
            }
            WarmTask task = begin(block.task(touches));
            if (task != null) {
                return task;
            }
            first = nextTouch();
        }
        return null;
    }

    private @Nullable Touch nextTouch() {
        Touch touch = setAside.poll();
        return touch == null ? ring.poll() : touch;
    }

    /** Returns null, and counts the keys as dropped, if the block takes no more work. */
    private static @Nullable WarmTask begin(WarmTask task) {
        if (task.block().begin()) {
            return task;
        }
        task.block().counters().dropped.add(task.keys());
        return null;
    }

    /** Drops what waits for a block, and counts it. */
    void drop(BlockWarmer block) {
        lock.lock();
        try {
            List<Touch> others = new ArrayList<>();
            long dropped = 0;
            for (Touch touch = nextTouch(); touch != null; touch = nextTouch()) {
                if (touch.block() == block) {
                    dropped++;
                } else {
                    others.add(touch);
                }
            }
            setAside.addAll(others);
            dropped += planned.stream()
                    .filter(task -> task.block() == block)
                    .mapToLong(WarmTask::keys)
                    .sum();
            planned.removeIf(task -> task.block() == block);
            block.counters().dropped.add(dropped);
        } finally {
            unlock();
        }
    }

    private void unlock() {
        lockedSize = setAside.size() + planned.size();
        lock.unlock();
    }
}
