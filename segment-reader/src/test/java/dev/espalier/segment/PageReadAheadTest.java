package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.MappedFile;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A multi-get keeps a bounded number of pages asked of a slow disk, and leaves a fast one alone. */
class PageReadAheadTest {
    private static final int SLOW_NANOS = 50_000;

    private final MemoryFiles memory = new MemoryFiles();
    private final SampleKeys samples = new SampleKeys(new Random(9));
    private final NavigableMap<SegmentKey, byte @Nullable []> content = samples.content(0, 8_000);
    private final List<Long> asked = new ArrayList<>();
    private final List<Long> read = new ArrayList<>();
    private final Set<Long> outstanding = new HashSet<>();
    private int mostOutstanding;

    private void find(boolean slow, LookupBatch batch) {
        SegmentInfo info = SegmentTests.writeFresh(memory, 7, content);
        content.keySet().forEach(batch::add);
        try (Segment segment = SegmentTests.open(new Watched(slow), info)) {
            asked.clear();
            read.clear();
            segment.find(batch);
        }
        int i = 0;
        for (byte[] value : content.values()) {
            assertThat(batch.value(i).isKnown()).isTrue();
            assertThat(batch.value(i++).bytes()).isEqualTo(value);
        }
        assertThat(read).doesNotHaveDuplicates().isSorted();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 16, 64})
    void asManyPagesAreAskedOfASlowDiskAsTheBatchAllows(int concurrency) {
        find(true, new LookupBatch(concurrency));
        // The first page is read to find out that the disk is slow.
        assertThat(asked).isEqualTo(read.subList(1, read.size()));
        assertThat(mostOutstanding).isEqualTo(concurrency - 1);
        assertThat(outstanding).isEmpty();
    }

    @Test
    void nothingIsAskedOfAFastDiskBeyondAHiccup() {
        find(false, new LookupBatch(16));
        find(false, new LookupBatch(16));
        // A read may take long for another reason; most batches see none.
        assertThat(asked.size()).isLessThanOrEqualTo(read.size());
        find(true, new LookupBatch(1));
        assertThat(asked).isEmpty();
    }

    @Test
    void aBatchReadsAtLeastOnePageAtATime() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LookupBatch(0))
                .withMessageContaining("concurrency=0, expected at least 1");
    }

    /** Memory that takes its time and notes what is asked of it. */
    private final class Watched extends ForwardingFiles {
        private final boolean slow;

        private Watched(boolean slow) {
            super(memory);
            this.slow = slow;
        }

        @Override
        public MappedFile openMapped(String name) {
            MappedFile file = super.openMapped(name);
            return new MappedFile() {
                @Override
                public String name() {
                    return file.name();
                }

                @Override
                public long size() {
                    return file.size();
                }

                @Override
                public void read(long offset, byte[] target, int targetOffset, int length) {
                    long until = System.nanoTime() + SLOW_NANOS;
                    file.read(offset, target, targetOffset, length);
                    while (slow && System.nanoTime() - until < 0) {
                        Thread.onSpinWait();
                    }
                    read.add(offset / Page.BYTES);
                    outstanding.remove(offset / Page.BYTES);
                }

                @Override
                public void willRead(long offset, int length) {
                    assertThat(length).isEqualTo(Page.BYTES);
                    assertThat(read).doesNotContain(offset / Page.BYTES);
                    asked.add(offset / Page.BYTES);
                    outstanding.add(offset / Page.BYTES);
                    mostOutstanding = Math.max(mostOutstanding, outstanding.size());
                }

                @Override
                public void close() {
                    file.close();
                }
            };
        }
    }
}
