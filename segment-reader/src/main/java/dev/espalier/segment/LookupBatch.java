package dev.espalier.segment;

import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.key.SegmentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Keys to look up together, in order, and what segments said of them. Given to segments from the newest to the oldest:
 * each answers what no newer one knew. Confined to one thread at a time.
 */
public final class LookupBatch {
    private final List<SegmentKey> keys = new ArrayList<>();
    private final List<SegmentValue> values = new ArrayList<>();
    private final int concurrency;
    private int unanswered;

    /** Creates an empty batch that reads one page after the other. */
    public LookupBatch() {
        this(1);
    }

    /**
     * Creates an empty batch.
     *
     * @param concurrency how many pages at most are asked of the disk at once, at least 1
     */
    public LookupBatch(int concurrency) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("lookup batch: concurrency=" + concurrency + ", expected at least 1");
        }
        this.concurrency = concurrency;
    }

    int concurrency() {
        return concurrency;
    }

    /**
     * Asks for a key.
     *
     * @throws IllegalArgumentException if it is not greater than the key before, or one is a row's and one a leaf's
     */
    public void add(SegmentKey key) {
        if (!keys.isEmpty()) {
            SegmentKey before = keys.getLast();
            if (before.compareTo(key) >= 0 || before.isLeaf() != key.isLeaf()) {
                throw new IllegalArgumentException("lookup batch: key=" + key + " after " + before
                        + ", expected a greater one, and only rows or only leaves");
            }
        }
        keys.add(key);
        values.add(SegmentValue.ABSENT);
        unanswered++;
    }

    /** Returns the number of keys. */
    public int size() {
        return keys.size();
    }

    /** Returns how many keys no segment has known so far. */
    public int unanswered() {
        return unanswered;
    }

    /** Returns one key. */
    public SegmentKey key(int index) {
        return keys.get(index);
    }

    /** Returns where the keys of a range begin. */
    int firstIn(KeyRange range) {
        return range.isFirst() ? 0 : firstWhere(key -> !range.isAbove(key));
    }

    /** Returns where the keys of a range end. */
    public int firstBehind(KeyRange range) {
        return range.isLast() ? size() : firstWhere(range::endsBefore);
    }

    /** Finds the first key of which something holds that holds of all behind it too. */
    private int firstWhere(Predicate<SegmentKey> holds) {
        int low = 0;
        int high = keys.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (holds.test(keys.get(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Returns what is said of one key so far. */
    public SegmentValue value(int index) {
        return values.get(index);
    }

    /** Answers a key that has no answer yet. */
    void answer(int index, SegmentValue value) {
        values.set(index, value);
        unanswered--;
    }
}
