package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tries that lose and regain their shape on one side of a fork or on both. H21, H28, H51, H52, H53. */
class ForkShapesTest {
    private static final String CHOSEN = "dev.espalier.reorg.Setting#chosen";

    private static final Hash32 ACCOUNT = Keys.spread(1);
    private static final Hash32 NEAR = Keys.key("aaaaaaaa1");
    private static final Hash32 NEAREST = Keys.key("aaaaaaaa2");
    private static final Hash32 FAR = Keys.key("5");

    @TempDir
    private Path directory;

    private static Op slot(Hash32 key, long value) {
        return Ops.slot(ACCOUNT, key, value);
    }

    /** Plays both branches in turn on the head, comparing everything after each block. */
    private static void alternate(ReorgChain chain, List<List<Op>> one, List<List<Op>> other) {
        BlockId fork = chain.head();
        for (int round = 0; round < 2; round++) {
            for (List<List<Op>> branch : List.of(one, other)) {
                for (List<Op> block : branch) {
                    chain.assertServedByTheSettingsTiers(chain.readsOf(() -> chain.extend(block)));
                    chain.check();
                }
                chain.unwindTo(fork);
                chain.check();
            }
        }
    }

    private static void start(ReorgChain chain) {
        chain.extend(Ops.put(ACCOUNT, 1), Ops.put(Keys.spread(2), 2), Ops.put(Keys.spread(3), 3));
    }

    /** H28: the branch is replaced by the leaf that is left, and comes again on the other side of the fork. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aBranchCollapsesToALeafAndExpandsAgainAcrossAFork(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            start(chain);
            chain.extend(slot(NEAR, 1), slot(NEAREST, 2));
            alternate(
                    chain,
                    List.of(List.of(slot(NEAREST, 0)), List.of(slot(NEAREST, 3)), List.of(slot(NEAR, 0))),
                    List.of(List.of(slot(FAR, 7)), List.of(slot(NEAR, 0)), List.of(slot(NEAR, 1), slot(FAR, 0))));
        }
    }

    /** H21, H28: the branch is replaced by an extension to the branch below, and comes again. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void aBranchCollapsesToAnExtensionAndExpandsAgainAcrossAFork(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            start(chain);
            chain.extend(slot(NEAR, 1), slot(NEAREST, 2), slot(FAR, 3));
            alternate(
                    chain,
                    List.of(List.of(slot(FAR, 0)), List.of(slot(Keys.key("aaaa5"), 4)), List.of(slot(FAR, 3))),
                    List.of(List.of(slot(NEAR, 0), slot(NEAREST, 0)), List.of(slot(NEAR, 1), slot(NEAREST, 2))));
        }
    }

    /** Destroyed and created anew with equal values: the root is the one before, the storage another one. H51 */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void anAccountIsDestroyedAndCreatedAnewWithEqualValues(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            start(chain);
            List<Op> storage = List.of(slot(NEAR, 1), slot(NEAREST, 2), slot(FAR, 3));
            chain.extend(storage);
            BlockId before = chain.head();
            List<Op> anew =
                    List.of(Ops.delete(ACCOUNT), Ops.put(ACCOUNT, 1), storage.get(0), storage.get(1), storage.get(2));
            chain.extend(anew);
            assertThat(chain.root(chain.head())).isEqualTo(chain.root(before));
            chain.check();
            chain.extend(slot(NEAR, 0));
            chain.check();
            chain.unwindTo(before);
            chain.check();
            alternate(
                    chain,
                    List.of(List.of(Ops.delete(ACCOUNT)), List.of(Ops.put(ACCOUNT, 1)), storage),
                    List.of(anew, List.of(slot(FAR, 8)), List.of(Ops.delete(ACCOUNT))));
        }
    }

    /** H53: the storage that comes back was empty when it was lost, and had held slots before that. */
    @ParameterizedTest
    @MethodSource(CHOSEN)
    void slotsThatWereEmptiedBeforeTheAccountWasWipedComeBack(Setting setting) {
        try (ReorgChain chain = new ReorgChain(setting, directory)) {
            start(chain);
            chain.extend(slot(NEAR, 1), slot(NEAREST, 2), slot(FAR, 3));
            BlockId filled = chain.head();
            chain.extend(slot(NEAR, 0), slot(NEAREST, 0), slot(FAR, 0));
            BlockId emptied = chain.head();
            chain.flush();
            chain.extend(Ops.delete(ACCOUNT), Ops.put(ACCOUNT, 5), slot(NEAR, 6), slot(FAR, 7));
            chain.extend(Ops.delete(ACCOUNT));
            chain.flush();
            chain.extend(Ops.put(ACCOUNT, 8), slot(NEAR, 9), slot(NEAREST, 9));
            chain.check();
            chain.unwindTo(emptied);
            chain.check();
            chain.extend(Ops.delete(ACCOUNT), Ops.put(ACCOUNT, 5), slot(NEAR, 6));
            chain.unwindTo(filled);
            chain.check();
            chain.extend(slot(NEAR, 11), slot(FAR, 0));
            chain.check();
        }
    }
}
