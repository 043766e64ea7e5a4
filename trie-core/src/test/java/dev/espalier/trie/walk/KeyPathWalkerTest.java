package dev.espalier.trie.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.codec.RowsOfOracle;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.oracle.OracleTrie;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.LeafSource;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.walk.KeyPathWalker.End;
import dev.espalier.trie.walk.KeyPathWalker.Ending;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyPathWalkerTest {
    private static final long SEED = 0x5EED_3A1CL;
    private static final long TRIE = 77;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    private final Map<Ending, Integer> endings = new EnumMap<>(Ending.class);

    /** A trie of the oracle's, as a source of rows and of keys below prefixes. */
    private static final class FakeTrie implements BranchSource, LeafSource {
        private final SortedSet<Hash32> keys = new TreeSet<>();
        private final SortedMap<BranchPath, BranchRow> rows;
        private final List<BranchPath> loaded = new ArrayList<>();
        private int keysFound;

        FakeTrie(Collection<Hash32> keys) {
            this.keys.addAll(keys);
            OracleTrie oracle = new OracleTrie();
            keys.forEach(key -> oracle.put(Keys.ofOracle(key), new byte[] {1}));
            rows = RowsOfOracle.rows(TRIE, oracle);
        }

        RootCell root() {
            if (rows.isEmpty()) {
                return keys.isEmpty() ? RootCell.EMPTY : new RootCell.Leaf(keys.first());
            }
            BranchPath top = rows.firstKey();
            return new RootCell.Branch(top, new NodeHasher().branch(rows.get(top)));
        }

        void omitRests() {
            rows.replaceAll((_, row) -> RowsOfOracle.withoutRests(row));
        }

        @Override
        public void loadRows(RowRequests requests) {
            for (int i = 0; i < requests.size(); i++) {
                BranchPath path = requests.path(i);
                loaded.add(path);
                BranchRow row = rows.get(path);
                if (row != null) {
                    assertThat(new NodeHasher().branch(row))
                            .as("ref of %s", path)
                            .isEqualTo(requests.ref(i));
                    requests.answer(i, row);
                }
            }
        }

        @Override
        public void loadLeaves(LeafRequests requests) {
            throw new AssertionError("a walk reads no leaf");
        }

        @Override
        public Hash32 keyOfLeaf(BranchPath row, int child, NodeRef leaf) {
            assertThat(row.trieId()).isEqualTo(TRIE);
            Hash32 prefix = RowReader.childPrefix(row, child);
            List<Hash32> found = keys.stream()
                    .filter(key -> key.commonNibbles(prefix) > row.depth())
                    .toList();
            assertThat(found).hasSize(1);
            keysFound++;
            return found.getFirst();
        }

        End walk(Hash32 key) {
            loaded.clear();
            List<BranchPath> visited = new ArrayList<>();
            End end = new KeyPathWalker(this, this).walk(TRIE, root(), key, (path, row, child) -> {
                assertThat(row).isEqualTo(rows.get(path));
                assertThat(child).isEqualTo(key.nibble(path.depth()));
                visited.add(path);
            });
            List<BranchPath> onTheWay =
                    rows.keySet().stream().filter(path -> path.isPrefixOf(key)).toList();
            assertThat(visited)
                    .as("rows on the way to %s", key)
                    .isEqualTo(onTheWay)
                    .isEqualTo(loaded);
            return end;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyWalkEndsWhereTheOracleSays(boolean omitRests) {
        Random random = new Random(SEED);
        int keysFound = 0;
        for (int i = 0; i < (LONG ? 3_000 : 150); i++) {
            FakeTrie trie = new FakeTrie(keys(random));
            if (omitRests) {
                trie.omitRests();
            }
            for (Hash32 key : probes(random, trie.keys)) {
                End end = trie.walk(key);
                assertThat(end).as("seed=%x trie=%d key=%s", SEED, i, key).isEqualTo(expected(trie, key));
                endings.merge(end.ending(), 1, Integer::sum);
            }
            keysFound += trie.keysFound;
        }
        assertThat(endings).containsOnlyKeys(Ending.values());
        assertThat(endings.values()).allSatisfy(count -> assertThat(count).isGreaterThan(50));
        assertThat(keysFound > 0).as("keys found by prefix").isEqualTo(omitRests);
    }

    private static Collection<Hash32> keys(Random random) {
        List<Hash32> keys = new ArrayList<>();
        int count = random.nextInt(12) == 0 ? random.nextInt(2) : 2 + random.nextInt(30);
        Hash32 base = Keys.random(random);
        while (keys.size() < count) {
            Hash32 from = keys.isEmpty() || random.nextBoolean() ? base : keys.get(random.nextInt(keys.size()));
            keys.add(Keys.sharing(random, from, random.nextInt(random.nextBoolean() ? 64 : 4)));
        }
        return keys;
    }

    private static List<Hash32> probes(Random random, SortedSet<Hash32> keys) {
        List<Hash32> probes = new ArrayList<>(keys);
        for (Hash32 key : keys) {
            probes.add(Keys.sharing(random, key, random.nextInt(64)));
            probes.add(Keys.sharing(random, key, random.nextInt(4)));
        }
        probes.add(Keys.random(random));
        return probes;
    }

    /** Where a walk ends, from the sorted keys alone. */
    private static End expected(FakeTrie trie, Hash32 key) {
        if (trie.keys.isEmpty()) {
            return new End(Ending.NOTHING, 0, null, null);
        }
        BranchPath last = null;
        for (BranchPath path : trie.rows.keySet()) {
            last = path.isPrefixOf(key) ? path : last;
        }
        int depth = last == null ? 0 : last.depth() + 1;
        List<Hash32> below = trie.keys.stream()
                .filter(one -> one.commonNibbles(key) >= depth)
                .toList();
        if (below.isEmpty()) {
            return new End(Ending.NOTHING, depth, null, null);
        }
        if (below.size() == 1) {
            Hash32 leaf = below.getFirst();
            return new End(leaf.equals(key) ? Ending.LEAF : Ending.OTHER_LEAF, depth, leaf, null);
        }
        int fork = below.getFirst().commonNibbles(below.getLast());
        return new End(Ending.EXTENSION, depth, null, BranchPath.of(TRIE, below.getFirst(), fork));
    }

    @Test
    void aMissingRowIsCorruptionThatNamesItsPath() {
        Map<Hash32, BranchPath> keyAndRow = new TreeMap<>(Map.of(
                Keys.key("a1"), BranchPath.of(TRIE, Keys.key("a"), 1),
                Keys.key("b2c"), BranchPath.root(TRIE)));
        keyAndRow.forEach((key, missing) -> {
            FakeTrie trie = new FakeTrie(List.of(Keys.key("a1"), Keys.key("a2"), Keys.key("b1"), Keys.key("b2")));
            RootCell root = trie.root();
            assertThat(trie.rows.remove(missing)).isNotNull();
            assertThatExceptionOfType(CorruptStoreException.class)
                    .isThrownBy(() -> new KeyPathWalker(trie, trie).walk(TRIE, root, key, (_, _, _) -> {}))
                    .withMessageContaining("row " + missing)
                    .withMessageContaining("named by its parent");
        });
    }

    @Test
    void aMissingRowOffTheWayIsNotAskedFor() {
        FakeTrie trie = new FakeTrie(List.of(Keys.key("a1"), Keys.key("a2"), Keys.key("b1"), Keys.key("b2")));
        trie.rows.remove(BranchPath.of(TRIE, Keys.key("b"), 1));
        assertThat(trie.walk(Keys.key("a2")).ending()).isEqualTo(Ending.LEAF);
    }

    @Test
    void aLeafAtTheLastNibbleHasAnEmptyRest() {
        FakeTrie trie = new FakeTrie(List.of(Keys.key("", "1"), Keys.key("", "2")));
        assertThat(trie.walk(Keys.key("", "2"))).isEqualTo(new End(Ending.LEAF, 64, Keys.key("", "2"), null));
        assertThat(trie.walk(Keys.key("", "3"))).isEqualTo(new End(Ending.NOTHING, 64, null, null));
        assertThat(RowReader.bit(trie.rows.get(trie.rows.firstKey()).present(), 1))
                .isTrue();
    }
}
