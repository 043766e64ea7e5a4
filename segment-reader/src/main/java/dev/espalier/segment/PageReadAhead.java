package dev.espalier.segment;

/**
 * Lets the disk work on the next pages of a batch while one is waited for. As long as every page was in memory already
 * nothing is said to the system, so that such a batch costs a look at the clock a page. Confined to one thread.
 */
final class PageReadAhead {
    /** A copy of a page in memory takes under a microsecond, a disk at least a few times this. */
    private static final long WAITED_NANOS = 8_000;

    private final SegmentFile file;
    private final long firstPage;
    private final int[] pages;
    private final int ahead;
    private int next;
    private int asked;
    private int lastAsked = EntrySection.NONE;
    private boolean cold;
    private long startedAt;

    /**
     * Creates one.
     *
     * @param pages the pages to be read, counted from the first one, ascending, each maybe several times; negative: none
     * @param concurrency how many pages at most are asked for at once
     */
    PageReadAhead(SegmentFile file, long firstPage, int[] pages, int concurrency) {
        this.file = file;
        this.firstPage = firstPage;
        this.pages = pages;
        ahead = concurrency - 1;
    }

    /** Before a page is read, which is the one at a place of the list. */
    void before(int place) {
        if (ahead == 0) {
            return;
        }
        if (cold) {
            askFrom(place + 1);
        }
        startedAt = System.nanoTime();
    }

    /** After it was read. */
    void after() {
        if (ahead > 0 && !cold) {
            cold = System.nanoTime() - startedAt > WAITED_NANOS;
        }
        if (asked > 0) {
            asked--;
        }
    }

    private void askFrom(int place) {
        next = Math.max(next, place);
        while (asked < ahead && next < pages.length) {
            int page = pages[next++];
            if (page >= 0 && page != lastAsked) {
                file.willReadPage(firstPage + page);
                lastAsked = page;
                asked++;
            }
        }
    }
}
