package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** H45: filters and separators are resident, so a lookup costs one page, and mostly none if the key is absent. */
class SegmentLookupCostTest {
    private static final int ROWS = 5_000;
    private static final int LEAVES = 40_000;

    private final MemoryFiles files = new MemoryFiles();
    private final SampleKeys samples = new SampleKeys(new Random(1));
    private final NavigableMap<SegmentKey, byte @Nullable []> content = samples.content(ROWS, LEAVES);
    private final Segment segment = SegmentTests.open(files, SegmentTests.writeFresh(files, 1, content));

    @AfterEach
    void close() {
        segment.close();
    }

    private SegmentStats stats() {
        return segment.counters().snapshot();
    }

    @Test
    void openingReadsNoPage() {
        assertThat(stats()).isEqualTo(new SegmentStats(0, 0, 0, 0));
    }

    @Test
    void aLookupOfAPresentKeyReadsExactlyOnePage() {
        long pages = 0;
        for (SegmentKey key : content.keySet()) {
            SegmentTests.find(segment, key);
            pages++;
            if (stats().pagesRead() != pages) {
                throw new AssertionError("pages read=" + stats().pagesRead() + ", expected " + pages);
            }
        }
        assertThat(stats()).isEqualTo(new SegmentStats(pages, pages * Page.BYTES, 0, 0));
    }

    @Test
    void aLookupOfAnAbsentKeyMostlyReadsNone() {
        int probes = 0;
        while (probes < 100_000) {
            SegmentKey key = probes % 2 == 0 ? samples.leafKey() : samples.rowKey();
            if (!content.containsKey(key)) {
                assertThat(SegmentTests.find(segment, key)).isSameAs(SegmentValue.ABSENT);
                probes++;
            }
        }
        SegmentStats stats = stats();
        assertThat(stats.filterNegatives() + stats.filterFalsePositives()).isEqualTo(probes);
        assertThat(stats.pagesRead()).isEqualTo(stats.filterFalsePositives());
        assertThat(stats.filterFalsePositives()).as("of " + probes).isBetween(1L, probes / 200L);
    }

    @Test
    void aBatchReadsEachPageOnce() {
        LookupBatch all = new LookupBatch();
        content.keySet().stream().filter(SegmentKey::isLeaf).forEach(all::add);
        segment.find(all);
        long leafPages = stats().pagesRead();
        assertThat(all.unanswered()).isZero();
        SegmentCursor cursor = segment.leavesFrom(SegmentKey.firstOf(0));
        Set<Integer> pages = new HashSet<>();
        while (cursor.next()) {
            pages.add(cursor.pageNumber());
        }
        assertThat(leafPages).isEqualTo(pages.size());
        assertThat(stats().pagesRead()).as("a scan reads each page once too").isEqualTo(2 * leafPages);
    }

    @Test
    void aBatchThatIsAnsweredReadsNothing() {
        LookupBatch batch = new LookupBatch();
        batch.add(content.lastKey());
        segment.find(batch);
        SegmentStats after = stats();
        segment.find(batch);
        assertThat(stats()).isEqualTo(after);
    }

    @Test
    void aSeekReadsOnePage() {
        List<SegmentKey> keys = new ArrayList<>(content.keySet());
        keys.removeIf(key -> !key.isLeaf());
        Random random = new Random(2);
        for (int i = 1; i <= 500; i++) {
            SegmentKey key = keys.get(random.nextInt(keys.size()));
            assertThat(segment.leavesFrom(key).next()).isTrue();
            assertThat(stats().pagesRead()).isEqualTo(i);
        }
    }

    @Test
    void separatorsAndFiltersAreSmall() {
        SegmentInfo info = segment.info();
        long pages = 0;
        SegmentCursor rows = segment.rowsFrom(SegmentKey.firstOf(0));
        while (rows.next()) {
            pages = Math.max(pages, rows.pageNumber() + 1);
        }
        long rowPages = pages;
        SegmentCursor leaves = segment.leavesFrom(SegmentKey.firstOf(0));
        while (leaves.next()) {
            pages = Math.max(pages, rowPages + leaves.pageNumber() + 1);
        }
        long resident = info.bytes() - Page.BYTES * (1 + pages);
        // At most 1.3 bytes of filter an entry, as for small sets, and 42 of separator a page.
        assertThat(resident).isLessThan((long) (1.3 * info.entries()) + 42 * pages + 300);
    }

    @Test
    void segmentsCountTogetherWhenTheyShareCounters() {
        SegmentCounters counters = new SegmentCounters();
        SegmentInfo info = segment.info();
        try (Segment one = Segment.open(files, info, SegmentTests.CHAIN, counters);
                Segment two = Segment.open(files, info, SegmentTests.CHAIN, counters)) {
            SegmentTests.find(one, content.firstKey());
            SegmentTests.find(two, content.firstKey());
        }
        assertThat(counters.snapshot().pagesRead()).isEqualTo(2);
        assertThat(stats().pagesRead()).isZero();
    }
}
