package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.WindowExceededException;
import dev.espalier.trie.oracle.Op;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks are undone and others, or the same ones, come in their place. H02, H06, H13, H50. */
class UnwindAndResyncTest {
    private static final String CHOSEN = "dev.espalier.reorg.Setting#chosen";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @MethodSource(CHOSEN)
    void unwindingFiveBlocksAndComingBackReadsWhatTheTiersHold(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            List<List<Op>> played = chain.extend(20, 1);
            chain.check();
            for (int round = 0; round < 3; round++) {
                ReadsByTier reads = chain.readsOf(() -> {
                    chain.unwind(5);
                    played.subList(15, 20).forEach(chain::extend);
                });
                chain.assertServedByTheSettingsTiers(reads);
                chain.check();
            }
        }
    }

    /** A to B, back to A, and to B again: each branch is executed twice, in the same place. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void twoBranchesTakeTurns(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(6, 2);
            BlockId fork = chain.head();
            List<List<Op>> branchA = chain.extend(3, 3);
            chain.check();
            chain.unwindTo(fork);
            List<List<Op>> branchB = chain.extend(4, 4);
            chain.check();
            for (List<List<Op>> branch : List.of(branchA, branchB, branchA)) {
                chain.unwindTo(fork);
                chain.check();
                ReadsByTier reads = chain.readsOf(() -> branch.forEach(chain::extend));
                assertThat(reads.all()).isPositive();
                if (setting.keepsEverything()) {
                    assertThat(reads.stored()).isZero();
                }
                chain.check();
            }
        }
    }

    /** H13: shallow unwinds after a deep one, and one after the other. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void shallowUnwindsAfterADeepOneLeadBack(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            List<List<Op>> played = chain.extend(16, 5);
            for (int depth : new int[] {15, 1, 5}) {
                int from = chain.canonical().size() - 1;
                chain.assertServedByTheSettingsTiers(chain.readsOf(() -> chain.unwind(depth)));
                chain.check();
                if (depth == 15) {
                    played.subList(from - depth, from).forEach(chain::extend);
                }
            }
            chain.extend(3, 6);
            chain.check();
        }
    }

    /** Every depth up to the window leads back; one more is refused, and nothing is changed. */
    @ParameterizedTest
    @MethodSource("dev.espalier.reorg.Setting#few")
    void everyDepthUpToTheWindowLeadsBackAndOneMoreIsRefused(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            List<List<Op>> played = chain.extend(ReorgChain.WINDOW + 2, 7);
            BlockId head = chain.head();
            assertThatThrownBy(() -> chain.trie().unwindTo(chain.below(129)))
                    .isInstanceOf(WindowExceededException.class)
                    .hasMessageContaining("window=128");
            assertThat(chain.head()).isEqualTo(head);
            chain.check();
            for (int depth : new int[] {32, 64, 128, 127}) {
                int height = chain.canonical().size() - 1;
                played.subList(height, played.size()).forEach(chain::extend);
                chain.assertServedByTheSettingsTiers(chain.readsOf(() -> chain.unwind(depth)));
                chain.check();
            }
            chain.extend(3, 8);
            chain.check();
        }
    }

    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aReorganisationToGenesisBeginsAnew(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(9, 7);
            chain.unwindTo(BlockId.NONE);
            chain.check();
            assertThat(chain.trie().headRoot()).isEqualTo(chain.root(BlockId.NONE));
            chain.extend(9, 8);
            chain.check();
            chain.unwindTo(chain.canonical().get(1));
            chain.check();
        }
    }
}
