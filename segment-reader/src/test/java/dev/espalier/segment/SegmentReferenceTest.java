package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.key.SegmentKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** H44: a file lives until the last reader that may see it is gone. */
class SegmentReferenceTest {
    private static final int READERS = 3;

    private final MemoryFiles files = new MemoryFiles();
    private final NavigableMap<SegmentKey, byte @Nullable []> content = new SampleKeys(new Random(1)).content(20, 100);

    private Segment openSegment(long fileId) {
        return SegmentTests.open(files, SegmentTests.writeFresh(files, fileId, content));
    }

    @Test
    void aRetiredFileLivesUntilTheLastReaderIsGone() {
        Segment segment = openSegment(1);
        assertThat(segment.acquire()).isTrue();
        assertThat(segment.acquire()).isTrue();
        segment.retire();
        assertThat(segment.acquire()).as("acquired after the owner let go").isFalse();
        assertThat(SegmentTests.sameContent(SegmentTests.readAll(segment), content))
                .isTrue();
        segment.release();
        assertThat(files.list()).containsExactly("segment-1");
        assertThat(files.openFiles()).isEqualTo(1);
        segment.release();
        assertThat(files.list()).isEmpty();
        assertThat(files.openFiles()).isZero();
        assertThat(segment.acquire()).isFalse();
    }

    @Test
    void aRetiredFileWithoutReadersIsDeletedAtOnce() {
        Segment segment = openSegment(1);
        segment.acquire();
        segment.release();
        assertThat(files.openFiles()).isEqualTo(1);
        segment.retire();
        assertThat(files.list()).isEmpty();
    }

    @Test
    void aClosedFileIsKept() {
        Segment segment = openSegment(1);
        segment.close();
        segment.close();
        assertThat(files.list()).containsExactly("segment-1");
        assertThat(files.openFiles()).isZero();
        assertThatThrownBy(() -> SegmentTests.find(segment, content.firstKey()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void releasingMoreThanWasAcquiredIsAnError() {
        try (Segment segment = openSegment(1)) {
            assertThatThrownBy(segment::release).isInstanceOf(IllegalStateException.class);
            segment.acquire();
            segment.release();
            assertThatThrownBy(segment::release).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Readers that come and go while the owner lets go: each that acquired reads all, and the file ends exactly once. */
    @Test
    @Timeout(60)
    void readersAndTheOwnerRace() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try {
            for (int round = 0; round < 200; round++) {
                Segment segment = openSegment(round);
                CountDownLatch started = new CountDownLatch(READERS);
                List<Future<Integer>> readers = new ArrayList<>();
                for (int i = 0; i < READERS; i++) {
                    readers.add(threads.submit(() -> readUntilRetired(segment, started)));
                }
                started.await();
                segment.retire();
                for (Future<Integer> reader : readers) {
                    assertThat(reader.get()).isPositive();
                }
                assertThat(files.openFiles()).isZero();
                assertThat(files.list()).isEmpty();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private int readUntilRetired(Segment segment, CountDownLatch started) {
        int reads = 0;
        while (segment.acquire()) {
            try {
                for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
                    byte[] read = SegmentTests.find(segment, entry.getKey()).bytes();
                    if (!Arrays.equals(read, entry.getValue())) {
                        throw new AssertionError("wrong value of " + entry.getKey());
                    }
                    if (reads++ == 0) {
                        started.countDown();
                    }
                }
            } finally {
                segment.release();
            }
        }
        return reads;
    }
}
