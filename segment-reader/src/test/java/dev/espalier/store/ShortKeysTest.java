package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.commit.FewKeys;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.oracle.ShapedBlocks;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** H43: a key whose rest a row omits is the right one, whichever base the row and the reader come from. */
class ShortKeysTest {
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 200 : 4;

    /** Leaves at the root row's children a1, a2 and b; the row below child a is the one in question. */
    private static final Hash32 LEAF = Keys.key("a1", "1");

    private static final Hash32 TWIN = Keys.key("a1", "2");
    private static final Hash32 NEIGHBOUR = Keys.key("a2");
    private static final Hash32 OTHER = Keys.key("b");
    private static final int CHILD = 1;

    @TempDir
    private Path directory;

    private StoreRun run;

    @BeforeEach
    void open() {
        run = new StoreRun(directory.resolve("store"), options().build());
    }

    private static StoreOptions.Builder options() {
        return StoreOptions.builder().window(20).background(false).logMap(1 << 20, 1L << 30);
    }

    private static Op put(Hash32 account, int balance) {
        return new Op.PutAccount(Keys.ofOracle(account), 1, BigInteger.valueOf(balance), OracleState.EMPTY_CODE_HASH);
    }

    private static Op delete(Hash32 account) {
        return new Op.DeleteAccount(Keys.ofOracle(account));
    }

    private void writeBase() {
        run.store().flush();
        run.store().merge();
    }

    /** Opens a new branch where the leaf stands, which takes its key and its value. */
    private void splitTheLeaf() {
        run.commit(List.of(put(Keys.key("a1", "3"), 7)));
        run.check();
    }

    /** The trie's shapes, with the base written anew after every block, unwound across, and read from side branches. */
    @Test
    void shapedBlocksOverABaseWrittenAfterEachGiveTheOraclesRootAndRows() {
        long keysInBase = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            StoreOptions.Builder options = options().partitionBytes(4_096L << random.nextInt(3));
            StoreRun shaped = new StoreRun(directory.resolve("s" + seed), options.build());
            ShapedBlocks blocks = new ShapedBlocks(seed);
            try {
                for (int i = 0; i < 14; i++) {
                    List<Op> block = blocks.next();
                    shaped.commit(block);
                    shaped.store().flush();
                    shaped.store().merge();
                    shaped.check();
                    goAside(shaped, random);
                    if (i > 3 && random.nextInt(3) == 0) {
                        BlockId head = shaped.head();
                        shaped.unwind(1);
                        shaped.check();
                        assertThat(shaped.commit(block)).isNotEqualTo(head);
                        shaped.check();
                    }
                }
                keysInBase += shaped.store().stats().keysInBase();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed, e);
            } finally {
                shaped.close();
            }
        }
        assertThat(keysInBase).isGreaterThan(20L * SEEDS);
    }

    /** A block and its child on an ancestor, which read through the inverse of what was committed since. */
    private static void goAside(StoreRun run, Random random) {
        BlockId ancestor = run.canonical().get(run.canonical().size() - 1 - random.nextInt(run.depth() + 1));
        BlockId side = run.seal(ancestor, FewKeys.block(run.state(ancestor), random));
        run.seal(side, FewKeys.block(run.state(side), random));
    }

    @Test
    void aSealedBlocksRowFindsItsLeafThoughTheBaseHasOneThatWasUnwoundSince() {
        run.commit(List.of(put(LEAF, 1), put(NEIGHBOUR, 2), put(OTHER, 3)));
        writeBase();
        BlockId parent = run.head();
        BlockId waiting = run.seal(parent, List.of(put(NEIGHBOUR, 4)));
        run.commit(List.of(delete(LEAF), put(TWIN, 5)));
        writeBase();
        run.unwind(1);
        run.commitSealed(waiting);
        run.check();
        assertThat(run.store().stats().keysInAllLayers()).isPositive();
        splitTheLeaf();
        run.reopen();
        run.check();
    }

    @Test
    void aBaseWrittenAfterTheBlockWasCommittedDoesNotMisleadItsRow() {
        run.commit(List.of(put(LEAF, 1), put(NEIGHBOUR, 2), put(OTHER, 3)));
        writeBase();
        BlockId waiting = run.seal(run.head(), List.of(put(NEIGHBOUR, 4)));
        run.commit(List.of(delete(LEAF), put(TWIN, 5)));
        run.store().flush();
        run.unwind(1);
        run.commitSealed(waiting);
        run.store().merge();
        run.check();
        assertThat(run.store().stats().keysInAllLayers()).isPositive();
        splitTheLeaf();
        writeBase();
        run.check();
    }

    /** As with a cache of rows, which hands a row of one base to a reader of another. */
    @Test
    void aRowOfANewerBaseIsResolvedByTheReadersOwnLayers() {
        run.commit(List.of(put(TWIN, 1), put(NEIGHBOUR, 2), put(OTHER, 3)));
        writeBase();
        run.commit(List.of(delete(TWIN), put(LEAF, 5)));
        run.store().flush();
        try (StoreView old = run.store().openView(TrieStore.ReadMode.NORMAL)) {
            writeBase();
            BranchPath path = BranchPath.of(BranchPath.ACCOUNT_TRIE, Keys.key("a"), 1);
            try (StoreView newer = run.store().openView(TrieStore.ReadMode.NORMAL)) {
                BranchRow row = row(newer, path);
                assertThat(RowReader.bit(row.rests(), CHILD)).isFalse();
                assertThat(newer.keyOfLeaf(path, CHILD, row.ref(CHILD))).isEqualTo(LEAF);
                long before = run.store().stats().keysInAllLayers();
                assertThat(old.keyOfLeaf(path, CHILD, row.ref(CHILD))).isEqualTo(LEAF);
                assertThat(run.store().stats().keysInAllLayers()).isEqualTo(before + 1);
            }
        }
    }

    private static BranchRow row(StoreView view, BranchPath path) {
        RowRequests request = new RowRequests();
        RootCell.Branch root = (RootCell.Branch) view.mark().cell();
        request.add(root.path(), root.ref());
        view.loadRows(request);
        BranchRow top = request.row(0);
        assertThat(top).isNotNull();
        RowRequests below = new RowRequests();
        below.add(path, top.refBelow(path.nibble(0)));
        view.loadRows(below);
        BranchRow row = below.row(0);
        assertThat(row).isNotNull();
        return row;
    }

    @Test
    void aRefThatNoLeafBelowHashesToIsAnErrorThatNamesFilePathAndChild() {
        run.commit(List.of(put(LEAF, 1), put(NEIGHBOUR, 2), put(OTHER, 3)));
        writeBase();
        BranchPath path = BranchPath.of(BranchPath.ACCOUNT_TRIE, Keys.key("a"), 1);
        try (StoreView view = run.store().openView(TrieStore.ReadMode.NORMAL)) {
            BranchRow row = row(view, path);
            assertThatThrownBy(() -> view.keyOfLeaf(path, CHILD, row.ref(2)))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining(".seg: row " + path + ", child 1: leaf " + LEAF);
            assertThatThrownBy(() -> view.keyOfLeaf(path, 3, row.ref(2)))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("child 3: leaves below it=0");
        }
    }

    @Test
    void aLeafLeftAloneIsCarriedUpFromTheBase() {
        run.commit(List.of(put(LEAF, 1), put(NEIGHBOUR, 2), put(OTHER, 3)));
        writeBase();
        run.commit(List.of(delete(NEIGHBOUR)));
        run.check();
        assertThat(run.store().stats().keysInBase()).isPositive();
        run.commit(List.of(put(NEIGHBOUR, 6)));
        run.unwind(2);
        run.check();
        run.close();
    }
}
