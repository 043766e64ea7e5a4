package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.store.MergePolicy.Due;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MergePolicyTest {
    private static final long NO_BASE = 0;

    @Test
    void asManyOfLikeSizeAsTheRatioSaysBecomeOne() {
        assertThat(MergePolicy.due(List.of(10L, 10L, 10L), 1_000, 4)).isNull();
        assertThat(MergePolicy.due(List.of(10L, 12L, 9L, 20L, 50L), 1_000, 4)).isEqualTo(new Due(0, 4, false));
        assertThat(MergePolicy.due(List.of(1L, 10L, 10L), 1_000, 2)).isEqualTo(new Due(1, 3, false));
    }

    @Test
    void theBaseIsWrittenWhenTheFrozenOnesAreItsPart() {
        assertThat(MergePolicy.due(List.of(10L, 239L), 1_000, 4)).isNull();
        assertThat(MergePolicy.due(List.of(10L, 240L), 1_000, 4)).isEqualTo(new Due(0, 2, true));
        assertThat(MergePolicy.due(List.of(5L), 3, 4)).isEqualTo(new Due(0, 1, true));
    }

    @Test
    void theOldestRunBecomesTheFirstBase() {
        assertThat(MergePolicy.due(List.of(10L, 10L), NO_BASE, 2)).isEqualTo(new Due(0, 2, true));
        assertThat(MergePolicy.due(List.of(10L, 10L, 90L), NO_BASE, 2)).isEqualTo(new Due(0, 2, false));
        assertThat(MergePolicy.due(List.of(), NO_BASE, 2)).isNull();
        assertThat(MergePolicy.due(List.of(), 1_000, 2)).isNull();
    }

    /** What keeps reads short and the disk small: few segments stand, and they are at most a part of the base. */
    @Test
    void fewSegmentsStandAndEachByteIsRewrittenFewTimes() {
        for (int ratio : List.of(2, 4, 8)) {
            Random random = new Random(ratio);
            List<Long> frozen = new ArrayList<>();
            long base = 0;
            long put = 0;
            long written = 0;
            for (int i = 0; i < 2_000; i++) {
                long bytes = 80L + random.nextInt(41);
                frozen.addFirst(bytes);
                put += bytes;
                Due due = MergePolicy.due(frozen, base, ratio);
                while (due != null) {
                    List<Long> run = frozen.subList(due.from(), due.to());
                    long merged = run.stream().mapToLong(Long::longValue).sum() + (due.base() ? base : 0);
                    written += merged;
                    run.clear();
                    if (due.base()) {
                        base = merged;
                    } else {
                        frozen.add(due.from(), merged);
                    }
                    due = MergePolicy.due(frozen, base, ratio);
                }
                long above = frozen.stream().mapToLong(Long::longValue).sum();
                assertThat(frozen.size()).isLessThan(5 * ratio);
                assertThat(base == 0 || above * ratio < base + ratio).isTrue();
            }
            double logarithm = Math.log(2_000) / Math.log(ratio);
            assertThat((double) written / put).as("ratio %d", ratio).isLessThan(logarithm + ratio + 1);
        }
    }
}
