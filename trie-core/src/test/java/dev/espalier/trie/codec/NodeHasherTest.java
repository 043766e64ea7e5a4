package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.OracleBranch;
import dev.espalier.trie.oracle.OracleTrie;
import dev.espalier.trie.oracle.Rlp;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeHasherTest {
    private static final long SEED = 0x5EED_4A5EL;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    private final NodeHasher hasher = new NodeHasher();
    private int embeddedLeaves;
    private int embeddedBranches;
    private int embeddedExtensions;

    @Test
    void theEmptyRootIsTheHashOfAnEmptyItem() {
        assertThat(NodeHasher.EMPTY_ROOT)
                .isEqualTo(Keys.ofTrie(Bytes32.hashOf(new byte[] {(byte) 0x80})))
                .isEqualTo(Keys.ofTrie(new OracleTrie().root()));
    }

    /** Every node of tries with clusters of keys at every depth. H26. */
    @Test
    void everyNodesRefIsTheOracles() {
        Random random = new Random(SEED);
        for (int i = 0; i < (LONG ? 5_000 : 300); i++) {
            // embedded branches need 56 shared nibbles and tiny values
            assertNodes(i, slots(random, i % 2 == 0 ? i % 64 : 56 + i % 8, i % 2 == 1));
        }
        // the random tries held what they were meant to hold
        assertThat(embeddedLeaves).as("embedded leaves").isGreaterThan(100);
        assertThat(embeddedBranches).as("embedded branches").isGreaterThan(20);
        assertThat(embeddedExtensions).as("embedded extensions").isGreaterThan(5);
    }

    /** Slots of which some share so many nibbles, with values of any length. */
    private static SortedMap<Hash32, byte[]> slots(Random random, int shared, boolean tiny) {
        SortedMap<Hash32, byte[]> slots = new TreeMap<>();
        Hash32 base = Keys.random(random);
        for (int count = 2 + random.nextInt(tiny ? 4 : 20); count > 0; count--) {
            int common = random.nextInt(6) == 0 ? random.nextInt(64) : Math.min(63, shared + random.nextInt(8));
            int bits = tiny || random.nextBoolean() ? 7 : 1 + random.nextInt(256);
            slots.put(
                    Keys.sharing(random, base, common),
                    BigInteger.ONE.max(new BigInteger(bits, random)).toByteArray());
        }
        slots.replaceAll((_, value) -> value[0] == 0 ? Arrays.copyOfRange(value, 1, value.length) : value);
        return slots;
    }

    private void assertNodes(int number, SortedMap<Hash32, byte[]> slots) {
        OracleTrie trie = new OracleTrie();
        slots.forEach((key, value) -> trie.put(Keys.ofOracle(key), Rlp.string(value)));
        SortedMap<String, OracleBranch> branches = trie.branches();
        if (branches.isEmpty()) {
            Hash32 only = slots.firstKey();
            NodeRef ref = hasher.leaf(only, 0, LeafValue.SLOT, slots.get(only));
            assertThat(hasher.root(ref)).isEqualTo(Keys.ofTrie(trie.root()));
            return;
        }
        for (OracleBranch branch : branches.values()) {
            for (int child = 0; child < OracleBranch.WIDTH; child++) {
                assertChild("seed=%x trie=%d".formatted(SEED, number), branches, slots, branch, child);
            }
        }
        OracleBranch top = branches.get(branches.firstKey());
        NodeRef topRef = hasher.branch(RowsOfOracle.row(1, top));
        assertThat(hasher.root(hasher.towards(RowsOfOracle.path(1, top.path()), 0, topRef)))
                .as("root, seed=%x trie=%d", SEED, number)
                .isEqualTo(Keys.ofTrie(trie.root()));
    }

    /** A ref that differs in its last bit. */
    private static NodeRef other(NodeRef ref) {
        byte[] bytes = ref.toBytes();
        bytes[bytes.length - 1] ^= 1;
        return new NodeRef(bytes);
    }

    private void assertChild(
            String trie,
            Map<String, OracleBranch> branches,
            Map<Hash32, byte[]> slots,
            OracleBranch branch,
            int child) {
        String prefix = branch.path() + Character.forDigit(child, OracleBranch.WIDTH);
        switch (branch.children().get(child)) {
            case OracleBranch.Absent _ -> {}
            case OracleBranch.Leaf leaf -> {
                Hash32 key = Hash32.fromHex(prefix + leaf.rest());
                NodeRef ref = hasher.leaf(key, prefix.length(), LeafValue.SLOT, slots.get(key));
                assertThat(ref).as("leaf %s, %s", key, trie).isEqualTo(RowsOfOracle.ref(leaf.ref()));
                embeddedLeaves += ref.isEmbedded() ? 1 : 0;
            }
            case OracleBranch.Branch below -> {
                String path = prefix + below.extension();
                BranchRow row = RowsOfOracle.row(1, branches.get(path));
                NodeRef ref = hasher.branch(row);
                assertThat(hasher.isBranch(row, ref))
                        .as("branch %s, %s", path, trie)
                        .isTrue();
                assertThat(hasher.isBranch(row, other(ref)))
                        .as("branch %s, %s", path, trie)
                        .isFalse();
                assertThat(ref).as("branch %s, %s", path, trie).isEqualTo(RowsOfOracle.ref(below.branchRef()));
                NodeRef towards = hasher.towards(RowsOfOracle.path(1, path), prefix.length(), ref);
                assertThat(towards).as("node above %s, %s", path, trie).isEqualTo(RowsOfOracle.ref(below.ref()));
                embeddedBranches += ref.isEmbedded() ? 1 : 0;
                embeddedExtensions += towards.isEmbedded() && !below.extension().isEmpty() ? 1 : 0;
            }
        }
    }

    /** A node of exactly 32 bytes is hashed, one of 31 stands in its parent. H26. */
    @Test
    void aLeafIsEmbeddedBelow32Bytes() {
        Hash32 key = Keys.spread(1);
        for (int length = 1; length <= 40; length++) {
            byte[] value = new byte[length];
            value[0] = (byte) 0x80;
            byte[] path = {0x20};
            byte[] rlp = Rlp.list(List.of(Rlp.string(path), Rlp.string(value)));
            NodeRef ref = hasher.leaf(key, 64, LeafValue.RAW, value);
            assertThat(ref.isEmbedded()).isEqualTo(rlp.length < 32);
            assertThat(ref.toBytes())
                    .isEqualTo(rlp.length < 32 ? rlp : Bytes32.hashOf(rlp).bytes());
        }
    }

    /** A root is hashed even if its node is shorter than a hash. H26. */
    @Test
    void aRootIsAlwaysHashed() {
        NodeRef embedded = GoldenRows.rlp(GoldenRows.EMBEDDED_LEAF);
        assertThat(hasher.root(embedded)).isEqualTo(Keys.ofTrie(Bytes32.hashOf(embedded.toBytes())));
        assertThat(hasher.root(NodeRef.ofHash(Keys.spread(3)))).isEqualTo(Keys.spread(3));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 55, 56, 255, 256, 1_000, 70_000})
    void aRawLeafMayHaveAValueOfAnyLength(int length) {
        byte[] value = new byte[length];
        value[length - 1] = 1;
        Hash32 key = Keys.spread(length);
        OracleTrie trie = new OracleTrie();
        trie.put(key.toBytes(), value);
        assertThat(hasher.root(hasher.leaf(key, 0, LeafValue.RAW, value))).isEqualTo(Keys.ofTrie(trie.root()));
    }

    @Test
    void aFullBranchIsHashedWhole() {
        RowBuilder builder = new RowBuilder();
        builder.start(2, null);
        List<byte[]> items = new ArrayList<>();
        for (int child = 0; child < 16; child++) {
            builder.setBranch(child, NodeRef.ofHash(Keys.spread(child)));
            items.add(Rlp.string(Keys.spread(child).toBytes()));
        }
        items.add(Rlp.string(new byte[0]));
        BranchRow row = builder.freeze();
        Hash32 expected = Keys.ofTrie(Bytes32.hashOf(Rlp.list(items)));
        assertThat(hasher.branch(row)).isEqualTo(NodeRef.ofHash(expected));
        RowView view = new RowView();
        RowCodec.decodeBranchInto(BranchPath.of(0, Hash32.ZERO, 2), row.toBytes(), view);
        assertThat(hasher.branch(view)).isEqualTo(NodeRef.ofHash(expected));
    }

    @Test
    void countsTheNodesThatItHashed() {
        assertThat(hasher.hashes()).isZero();
        hasher.leaf(Keys.spread(1), 64, LeafValue.RAW, new byte[] {1});
        assertThat(hasher.hashes()).as("an embedded node is not hashed").isZero();
        hasher.leaf(Keys.spread(1), 0, LeafValue.RAW, new byte[] {1});
        assertThat(hasher.hashes()).isEqualTo(1);
        hasher.root(GoldenRows.rlp(GoldenRows.EMBEDDED_LEAF));
        assertThat(hasher.hashes()).isEqualTo(2);
    }
}
