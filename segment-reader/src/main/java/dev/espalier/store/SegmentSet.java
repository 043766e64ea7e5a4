package dev.espalier.store;

import dev.espalier.segment.LayerCursor;
import dev.espalier.segment.LookupBatch;
import dev.espalier.segment.Segment;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The segments that one moment's readers look into, newest first. Immutable and counted by reference: each segment's file
 * lives as long as a set that holds it.
 */
final class SegmentSet {
    private final List<Segment> newestFirst;
    private final List<List<Segment>> layers;
    /** Those newer than the base. */
    private final List<Segment> aboveBase;

    private final List<Segment> baseParts;

    private final AtomicInteger holders = new AtomicInteger(1);

    /**
     * Takes a reference of each segment; the caller is the first holder of the set.
     *
     * @param newestFirst the base's parts last, in the order of their keys
     * @throws CorruptStoreException if the base's parts do not hold every key once, or are not the last
     */
    SegmentSet(List<Segment> newestFirst) {
        this.newestFirst = List.copyOf(newestFirst);
        int base = requireWholeBase(this.newestFirst);
        layers = LayerCursor.layersOf(this.newestFirst);
        aboveBase = List.copyOf(this.newestFirst.subList(0, base));
        baseParts = List.copyOf(this.newestFirst.subList(base, this.newestFirst.size()));
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

    /**
     * Answers the keys of a batch that the segments know, each by the newest one. Of the base only the parts that keys are
     * in are asked.
     */
    void find(LookupBatch batch) {
        for (Segment newer : aboveBase) {
            newer.find(batch);
        }
        int next = 0;
        while (!baseParts.isEmpty() && batch.unanswered() > 0 && next < batch.size()) {
            Segment part = baseParts.get(LayerCursor.partOf(baseParts, batch.key(next)));
            part.find(batch);
            next = batch.firstBehind(part.identity().range());
        }
    }

    /** Returns the parts of the base in the order of their keys; empty if there is no base. */
    List<Segment> baseParts() {
        return baseParts;
    }

    /** Returns the name of the base's file that a key is in, for an error. */
    String baseNameOf(SegmentKey key) {
        return baseParts.isEmpty()
                ? "(no base)"
                : baseParts.get(LayerCursor.partOf(baseParts, key)).info().name();
    }

    /** Returns the segments by layer, the newest first: the parts of the base are one layer. */
    List<List<Segment>> layers() {
        return layers;
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
