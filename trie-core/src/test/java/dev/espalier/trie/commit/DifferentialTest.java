package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.oracle.ShapedBlocks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Random shaped batches, each applied in every way that must not matter, against an oracle that recomputes everything
 * from scratch: roots equal, stored rows equal to the byte in canonical form, each row loaded once, nothing probed in
 * vain; going back gives the old rows and root, coming forward the new ones.
 *
 * <p>2,000 batches; 20,000 with {@code -Dlong}.
 */
class DifferentialTest {
    private static final int BATCHES_A_SEED = 25;
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 800 : 80;
    private static final int MOST_UNWOUND = 6;
    private static final ExecutorService WORKERS = Executors.newFixedThreadPool(3);

    @AfterAll
    static void endWorkers() {
        WORKERS.shutdownNow();
    }

    @Test
    void everyWayOfApplyingABatchGivesTheOraclesRootAndRows() {
        BlockStats work = BlockStats.NONE;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed);
            try {
                run.play();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed + ", batch=" + run.states.size(), e);
            }
            for (EngineVariant variant : run.variants) {
                work = work.plus(variant.work());
            }
        }
        assertThat(work.subtreeTasks()).as("subtree tasks").isGreaterThan(10L * SEEDS);
        assertThat(work.partitions()).as("partitions").isGreaterThan(10L * SEEDS);
        assertThat(work.loads()).as("loads").isGreaterThan(100L * SEEDS);
    }

    private static TrieOptions.Builder split(int above) {
        return TrieOptions.builder().executor(WORKERS, 3).splitAbove(above);
    }

    /** One seed's sequence of batches. */
    private static final class Run {
        private final Random random;
        private final ShapedBlocks batches;
        private final List<EngineVariant> variants = List.of(
                EngineVariant.wholeBatches("one batch", TrieOptions.defaults()),
                EngineVariant.perOperation(),
                EngineVariant.wholeBatches("split at every size", split(0).build()),
                EngineVariant.wholeBatches("split above 5", split(5).build()),
                EngineVariant.wholeBatches(
                        "partitions of 7",
                        TrieOptions.builder().partitionKeys(7).build()),
                EngineVariant.wholeBatches(
                        "partitions of 3, split", split(0).partitionKeys(3).build()),
                EngineVariant.reopening(),
                EngineVariant.sealedChains(3));
        private final List<Expected> states = new ArrayList<>(List.of(Expected.of(new OracleState())));
        private final List<List<Op>> played = new ArrayList<>();

        Run(long seed) {
            random = new Random(seed);
            batches = new ShapedBlocks(seed);
        }

        void play() {
            for (int i = 0; i < BATCHES_A_SEED; i++) {
                List<Op> batch = batches.next();
                OracleState state = states.getLast().state().copy();
                state.applyBlock(batch);
                Expected next = Expected.of(state);
                states.add(next);
                played.add(batch);
                variants.forEach(variant -> applyAndCheck(variant, batch, next));
                checkBuildFromLeaves(next);
                if (random.nextInt(4) == 0) {
                    goBackAndForth();
                }
            }
        }

        private void applyAndCheck(EngineVariant variant, List<Op> batch, Expected expected) {
            assertThat(variant.apply(batch)).as("%s: root", variant).isEqualTo(expected.root());
            if (variant.isSettled()) {
                checkRows(variant, expected);
            }
        }

        private static void checkRows(EngineVariant variant, Expected expected) {
            assertThat(variant.trie().headRoot()).as("%s: head", variant).isEqualTo(expected.root());
            CanonicalRows.assertSame(
                    variant.toString(), CanonicalRows.of(variant.store(), expected.state()), expected.rows());
        }

        private static void checkBuildFromLeaves(Expected expected) {
            MemoryStore store = MemoryStore.create();
            assertThat(LeafBuild.build(store, expected.state()))
                    .as("build from leaves")
                    .isEqualTo(expected.root());
            CanonicalRows.assertSame("build from leaves", CanonicalRows.of(store, expected.state()), expected.rows());
        }

        /** Unwinds a few batches, compares, and plays them again. */
        private void goBackAndForth() {
            int now = played.size();
            int back = Math.max(0, now - 1 - random.nextInt(MOST_UNWOUND));
            for (EngineVariant variant : variants) {
                if (!variant.isSettled()) {
                    continue;
                }
                variant.unwindTo(back);
                variant.resume(states.get(back).state().accountKeys());
                checkRows(variant, states.get(back));
                for (int i = back; i < now; i++) {
                    applyAndCheck(variant, played.get(i), states.get(i + 1));
                }
            }
        }
    }

    /** A state and what must come of it, computed once for all variants. */
    private record Expected(OracleState state, Hash32 root, Map<String, ByteBuffer> rows) {
        static Expected of(OracleState state) {
            return new Expected(state, Hash32.of(state.stateRoot().bytes()), CanonicalRows.of(state));
        }
    }
}
