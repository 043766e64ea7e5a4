package dev.espalier.trie.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.bulk.TrieBuilder.Built;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowsOfOracle;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.oracle.OracleTrie;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rows and root of any leaves are those that the oracle gives. */
class TrieBuilderTest {
    private static final int TRIES = Boolean.getBoolean("espalier.long") ? 20_000 : 400;
    private static final long TRIE = 7;
    private static final long SEED = 20;

    private final SortedMap<BranchPath, BranchRow> rows = new TreeMap<>();
    private final List<BranchPath> order = new ArrayList<>();
    private final TrieBuilder builder = new TrieBuilder((path, row) -> {
        rows.put(path, row);
        order.add(path);
    });

    private Built build(Map<Hash32, byte[]> leaves) {
        rows.clear();
        order.clear();
        builder.start(TRIE, LeafValue.RAW);
        leaves.forEach(builder::leaf);
        return builder.finish();
    }

    /** H23, H24 and H26: every root shape, extensions anywhere, embedded nodes. */
    @Test
    void randomLeavesGiveTheOraclesRootAndRows() {
        Random random = new Random(SEED);
        int branches = 0;
        for (int i = 0; i < TRIES; i++) {
            SortedMap<Hash32, byte[]> leaves = leaves(random);
            OracleTrie oracle = new OracleTrie();
            leaves.forEach((key, stored) -> oracle.put(Keys.ofOracle(key), stored));
            Built built = build(leaves);
            assertThat(built.root())
                    .as("seed=%d trie=%d", SEED, i)
                    .isEqualTo(Hash32.of(oracle.root().bytes()));
            assertThat(rows).as("seed=%d trie=%d", SEED, i).isEqualTo(RowsOfOracle.rows(TRIE, oracle));
            assertThat(built.cell()).isEqualTo(cell(leaves));
            assertThat(order).doesNotHaveDuplicates();
            branches += order.size();
        }
        assertThat(branches).isGreaterThan(5 * TRIES);
    }

    private RootCell cell(SortedMap<Hash32, byte[]> leaves) {
        if (leaves.size() < 2) {
            return leaves.isEmpty() ? RootCell.EMPTY : new RootCell.Leaf(leaves.firstKey());
        }
        BranchPath top = rows.firstKey();
        return new RootCell.Branch(top, new NodeHasher().branch(rows.get(top)));
    }

    private static SortedMap<Hash32, byte[]> leaves(Random random) {
        SortedMap<Hash32, byte[]> leaves = new TreeMap<>();
        int count = random.nextInt(10) == 0 ? random.nextInt(3) : 2 + random.nextInt(40);
        Hash32 near = Keys.random(random);
        while (leaves.size() < count) {
            Hash32 key = switch (random.nextInt(4)) {
                case 0 -> Keys.random(random);
                case 1 -> Keys.sharing(random, near, 55 + random.nextInt(9));
                default -> Keys.sharing(random, near, random.nextInt(64));
            };
            leaves.put(key, new byte[] {(byte) (1 + random.nextInt(127))});
            near = random.nextInt(5) == 0 ? key : near;
        }
        return leaves;
    }

    @Test
    void eachRowComesAfterThoseBelowIt() {
        Random random = new Random(SEED);
        build(leaves(random));
        for (int i = 1; i < order.size(); i++) {
            for (BranchPath later : order.subList(i, order.size())) {
                assertThat(order.get(i - 1).isPrefixOf(later.paddedKey())
                                && order.get(i - 1).depth() < later.depth())
                        .isFalse();
            }
        }
    }

    @Test
    void leavesOutOfOrderAreRefused() {
        builder.start(TRIE, LeafValue.RAW);
        builder.leaf(Keys.key("b"), new byte[] {1});
        assertThatThrownBy(() -> builder.leaf(Keys.key("a"), new byte[] {1}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("trie 7: leaf " + Keys.key("a"));
        assertThatThrownBy(() -> builder.leaf(Keys.key("b"), new byte[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLeafThatIsNoSlotsIsDamage() {
        builder.start(TRIE, LeafValue.SLOT);
        builder.leaf(Keys.key("b"), new byte[] {0});
        assertThatThrownBy(builder::finish).isInstanceOf(CorruptStoreException.class);
        builder.start(TRIE, LeafValue.SLOT);
        assertThat(builder.finish()).isEqualTo(new Built(RootCell.EMPTY, NodeHasher.EMPTY_ROOT));
    }
}
