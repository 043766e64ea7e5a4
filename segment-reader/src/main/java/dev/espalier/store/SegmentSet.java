package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The segments that one moment's readers look into, newest first. Immutable and counted by reference: each segment's file
 * lives as long as a set that holds it.
 */
final class SegmentSet {
    private final List<Segment> newestFirst;
    /** Where the base's parts begin in the list. */
    private final int base;

    private final AtomicInteger holders = new AtomicInteger(1);

    /**
     * Takes a reference of each segment; the caller is the first holder of the set.
     *
     * @param newestFirst the base's parts last, in the order of their keys
     * @throws CorruptStoreException if the base's parts do not hold every key once, or are not the last
     */
    SegmentSet(List<Segment> newestFirst) {
        this.newestFirst = List.copyOf(newestFirst);
        base = requireWholeBase(this.newestFirst);
        for (Segment segment : this.newestFirst) {
            if (!segment.acquire()) {
                throw new IllegalStateException("segment " + segment.info().name() + " was let go");
            }
        }
    }

    private static int requireWholeBase(List<Segment> newestFirst) {
        int base = 0;
        while (base < newestFirst.size() && newestFirst.get(base).identity().kind() != SegmentKind.BASE) {
            base++;
        }
        for (int i = base; i < newestFirst.size(); i++) {
            SegmentIdentity part = newestFirst.get(i).identity();
            KeyRange range = part.range();
            boolean follows = i == base
                    ? range.isFirst()
                    : newestFirst.get(i - 1).identity().range().isFollowedBy(range);
            boolean ends = i + 1 < newestFirst.size() || range.isLast();
            if (part.kind() != SegmentKind.BASE || !follows || !ends) {
                throw new CorruptStoreException("segment file "
                        + newestFirst.get(i).info().name() + ": kind=" + part.kind() + ", " + range
                        + ", expected the next part of the base");
            }
        }
        return base;
    }

    /** Returns the part of the base that a key is in, if anywhere; null if there is no base. */
    @Nullable
    Segment baseOf(SegmentKey key) {
        for (int i = base; i < newestFirst.size(); i++) {
            if (!newestFirst.get(i).identity().range().endsBefore(key)) {
                return newestFirst.get(i);
            }
        }
        return null;
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
