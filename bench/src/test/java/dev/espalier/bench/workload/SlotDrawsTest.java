package dev.espalier.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SlotDrawsTest {
    @Test
    void drawsDistinctSlotsWithValuesThatAreNotZero() {
        SlotDraws draws = new SlotDraws(10_000, 1);

        for (int block = 0; block < 20; block++) {
            List<SlotWrite> writes = draws.nextBlock();
            assertThat(writes).hasSize(4_200);
            assertThat(writes.stream().map(SlotWrite::slot).distinct()).hasSize(4_200);
            assertThat(writes).allMatch(write -> write.slot() >= 1 && write.slot() <= 10_000);
            assertThat(writes).noneMatch(write -> write.value().isZero());
        }
    }

    @Test
    void drawsAllSlotsWhenThereAreFewerThanABlockWrites() {
        SlotDraws draws = new SlotDraws(17, 1);

        assertThat(draws.writesPerBlock()).isEqualTo(17);
        assertThat(draws.nextBlock()).extracting(SlotWrite::slot).hasSize(17).doesNotHaveDuplicates();
    }

    @Test
    void reachesEverySlotSoonerOrLater() {
        SlotDraws draws = new SlotDraws(20_000, 1);
        Set<Integer> seen = new HashSet<>();

        // A slot is left out of 60 blocks with probability (1 - 0.21)^60, so of all 20,000 by about 0.015.
        for (int block = 0; block < 60; block++) {
            draws.nextBlock().forEach(write -> seen.add(write.slot()));
        }

        assertThat(seen).hasSize(20_000);
    }

    @Test
    void drawsAfreshForEveryBlockAndAlikeForTheSameSeed() {
        SlotDraws one = new SlotDraws(1_000_000, 5);
        SlotDraws same = new SlotDraws(1_000_000, 5);
        List<SlotWrite> first = one.nextBlock();

        assertThat(same.nextBlock()).isEqualTo(first);
        assertThat(one.nextBlock()).isNotEqualTo(first);
    }
}
