package dev.espalier.store;

import dev.espalier.segment.Segment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The segments that one moment's readers look into, newest first. Immutable and counted by reference: each segment's file
 * lives as long as a set that holds it.
 */
final class SegmentSet {
    private final List<Segment> newestFirst;
    private final AtomicInteger holders = new AtomicInteger(1);

    /** Takes a reference of each segment; the caller is the first holder of the set. */
    SegmentSet(List<Segment> newestFirst) {
        this.newestFirst = List.copyOf(newestFirst);
        for (Segment segment : this.newestFirst) {
            if (!segment.acquire()) {
                throw new IllegalStateException("segment " + segment.info().name() + " was let go");
            }
        }
    }

    List<Segment> newestFirst() {
        return newestFirst;
    }

    /** Becomes a holder; fails only when the set was replaced and the last holder has let go. */
    boolean acquire() {
        return holders.updateAndGet(count -> count == 0 ? 0 : count + 1) != 0;
    }

    void release() {
        if (holders.decrementAndGet() == 0) {
            newestFirst.forEach(Segment::release);
        }
    }
}
