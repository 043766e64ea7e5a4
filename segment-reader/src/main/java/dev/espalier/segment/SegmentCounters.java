package dev.espalier.segment;

import java.util.concurrent.atomic.LongAdder;

/** Counts the work of any number of segments. Any number of threads may count at once. */
public final class SegmentCounters {
    private final LongAdder pagesRead = new LongAdder();
    private final LongAdder bytesRead = new LongAdder();
    private final LongAdder filterNegatives = new LongAdder();
    private final LongAdder filterFalsePositives = new LongAdder();

    /** Creates counters at zero. */
    public SegmentCounters() {}

    /** Returns the counts so far; those of work under way may be missing. */
    public SegmentStats snapshot() {
        return new SegmentStats(pagesRead.sum(), bytesRead.sum(), filterNegatives.sum(), filterFalsePositives.sum());
    }

    void addPages(long pages, long bytes) {
        pagesRead.add(pages);
        bytesRead.add(bytes);
    }

    void addFilterNegative() {
        filterNegatives.increment();
    }

    void addFilterFalsePositive() {
        filterFalsePositives.increment();
    }
}
