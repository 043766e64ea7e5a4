package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.UnknownBlockException;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks beside the chain that is the head's. H07, H10. */
class SideForkTest {
    private static final String CHOSEN = "dev.espalier.reorg.Setting#chosen";

    @TempDir
    private Path directory;

    private static BlockId sealRandom(ReorgChain chain, BlockId parent, long seed) {
        return chain.seal(parent, ReorgChain.writes(chain.state(parent), seed));
    }

    /** A root does not name a block: two siblings write the same, and each has a child of its own. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void siblingsOfTheSameHeightAndRootAreTwoBlocks(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(5, 1);
            BlockId fork = chain.head();
            List<Op> writes = ReorgChain.writes(chain.state(fork), 77);
            BlockId one = chain.seal(fork, writes);
            BlockId other = chain.seal(fork, writes);
            BlockId onOne = sealRandom(chain, one, 78);
            BlockId onOther = sealRandom(chain, other, 79);
            assertThat(chain.root(one)).isEqualTo(chain.root(other));
            chain.commit(one);
            assertThatThrownBy(() -> chain.trie().commit(onOther, chain.root(onOther)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("expected the head");
            chain.commit(onOne);
            chain.check();
            chain.check(other);
            chain.check(onOther);
            chain.unwindTo(fork);
            chain.commit(other, onOther);
            chain.check();
        }
    }

    /** H10: a block on an ancestor reads that ancestor's state, and so do the blocks on it, while the head goes on. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aSidePayloadBelowTheHeadIsExecutedWhileTheHeadAdvances(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(8, 2);
            BlockId fork = chain.below(3);
            ReadsByTier reads = chain.readsOf(() -> sealRandom(chain, fork, 80));
            chain.assertServedByTheSettingsTiers(reads);
            BlockId side = sealRandom(chain, fork, 81);
            chain.extend(2, 3);
            BlockId onSide = sealRandom(chain, side, 82);
            chain.extend(2, 4);
            BlockId third = sealRandom(chain, onSide, 83);
            chain.check();
            chain.check(side);
            chain.check(third);
            chain.unwindTo(fork);
            chain.commit(side, onSide, third);
            chain.check();
            chain.extend(3, 5);
            chain.check();
        }
    }

    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aSealedChainOfThreeIsLeftOrCommitted(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(5, 6);
            for (int round = 0; round < 2; round++) {
                List<BlockId> sealed = new ArrayList<>(List.of(chain.head()));
                for (int i = 0; i < 3; i++) {
                    sealed.add(sealRandom(chain, sealed.getLast(), 90 + i));
                }
                sealed.forEach(chain::check);
                chain.check();
                if (round == 0) {
                    chain.trie().discard(sealed.get(1));
                    assertThatThrownBy(() -> chain.trie().begin(sealed.get(3)))
                            .isInstanceOf(UnknownBlockException.class);
                    assertThat(chain.trie().stats().sealedBlocks()).isZero();
                } else {
                    chain.commit(sealed.get(1), sealed.get(2), sealed.get(3));
                }
                chain.check();
            }
            chain.unwind(2);
            chain.check();
        }
    }

    /** H07: a payload builder that began on an older head builds on that one, however the head moves meanwhile. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aPayloadBuilderKeepsItsParentWhileTheHeadMoves(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            chain.extend(6, 7);
            BlockId parent = chain.head();
            List<Op> writes = ReorgChain.writes(chain.state(parent), 100);
            try (UncommittedBlock builder = chain.trie().begin(parent);
                    UncommittedBlock second = chain.trie().begin(parent)) {
                BlockId expected = chain.seal(parent, writes);
                chain.extend(3, 8);
                Ops.write(builder, writes);
                assertThat(builder.stateRoot()).isEqualTo(chain.root(expected));
                chain.unwind(5);
                chain.extend(4, 9);
                chain.merge();
                Ops.write(second, writes);
                assertThat(second.stateRoot()).isEqualTo(chain.root(expected));
                chain.check();
            }
        }
    }

    /** What the dead fork deleted is there on the other one, in every tier; what it wrote is not. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void whatTheDeadForkDeletedIsStillThere(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            List<Op> writes = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                writes.add(Ops.put(Keys.spread(i), i));
                writes.add(Ops.slot(Keys.spread(7), Keys.spread(i), i + 1));
            }
            chain.extend(writes);
            BlockId fork = chain.head();
            chain.extend(Ops.delete(Keys.spread(7)), Ops.delete(Keys.spread(8)));
            chain.extend(Ops.put(Keys.spread(7), 1), Ops.slot(Keys.spread(7), Keys.spread(99), 5));
            chain.check();
            chain.unwindTo(fork);
            chain.check();
            chain.extend(Ops.slot(Keys.spread(7), Keys.spread(3), 0), Ops.slot(Keys.spread(7), Keys.spread(4), 9));
            chain.check();
            chain.extend(Ops.put(Keys.spread(8), 80));
            chain.check();
        }
    }
}
