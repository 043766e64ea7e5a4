package dev.espalier.bench.conform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.trie.Hash32;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineageTest {
    private static final Hash32 START = Hash32.of(0, 0, 0, 100_000);

    @Test
    void leadsToAnotherBranchByTheLastCommonBlock() {
        Lineage lineage = new Lineage(START);
        advance(lineage, 1, START);
        advance(lineage, 2, hash(1));
        advance(lineage, 3, hash(2));
        lineage.unwoundTo(hash(1));
        advance(lineage, 4, hash(1));

        Lineage.Route route = lineage.routeTo(hash(3));

        assertThat(route.ancestor()).isEqualTo(hash(1));
        assertThat(route.forward()).extracting(BlockChange::hash).containsExactly(hash(2), hash(3));
        assertThat(lineage.head()).isEqualTo(hash(4));
        assertThat(lineage.sideBlocks()).isEqualTo(2);
        assertThat(lineage.routeTo(hash(9))).isNull();
    }

    @Test
    void countsABlockThatIsPlayedAgainOnce() {
        Lineage lineage = new Lineage(START);
        advance(lineage, 1, START);
        lineage.unwoundTo(START);
        advance(lineage, 2, START);
        lineage.unwoundTo(START);
        advance(lineage, 1, START);

        assertThat(lineage.sideBlocks()).isEqualTo(1);
        assertThat(lineage.isKnown(hash(1))).isTrue();
        assertThat(lineage.isKnown(hash(2))).isTrue();
    }

    @Test
    void forgetsTheChangesOfOldBlocksButCountsThem() {
        Lineage lineage = new Lineage(START);
        int blocks = 3 * Lineage.KEPT_BLOCKS;
        for (int i = 1; i <= blocks; i++) {
            advance(lineage, i, i == 1 ? START : hash(i - 1));
        }

        assertThat(lineage.routeTo(hash(1))).isNull();
        assertThat(lineage.routeTo(hash(blocks - 100)).ancestor()).isEqualTo(hash(blocks - 100));
        assertThat(lineage.sideBlocks()).isZero();
    }

    private static void advance(Lineage lineage, int number, Hash32 parent) {
        lineage.advancedTo(new BlockChange("block " + number, number, hash(number), parent, Hash32.ZERO, List.of()));
    }

    private static Hash32 hash(int number) {
        return Hash32.of(0, 0, 0, number);
    }
}
