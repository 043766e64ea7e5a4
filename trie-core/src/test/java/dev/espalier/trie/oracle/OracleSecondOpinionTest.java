package dev.espalier.trie.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.security.Security;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.tuweni.bytes.Bytes;
import org.apache.tuweni.concurrent.AsyncCompletion;
import org.apache.tuweni.concurrent.AsyncResult;
import org.apache.tuweni.trie.AsyncMerkleStorage;
import org.apache.tuweni.trie.MerklePatriciaTrie;
import org.apache.tuweni.trie.MerkleTrie;
import org.apache.tuweni.trie.StoredMerklePatriciaTrie;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The oracle against a trie of other authors that is built by insertion and deletion, in memory and over a store. */
class OracleSecondOpinionTest {
    private static final int SEEDS_A_SHAPE = 120;
    private static final int CHANGES = 60;
    private static final int CHANGES_BETWEEN_ROOTS = 6;
    private static final int KEY_NIBBLES = 64;

    /** How the keys of a map share their first nibbles. */
    enum KeyShape {
        /** Random keys, values of up to 32 bytes. */
        SPREAD(0, 8, 256),
        /** A few crowded prefixes at every depth. */
        ANY_PREFIX(1, 63, 256),
        /** One-byte values, so deep leaves are embedded. */
        EMBEDDED_LEAVES(40, 63, 8),
        /** Values below 0x80 and 56 or more shared nibbles, so branch and extension nodes are embedded. */
        EMBEDDED_BRANCHES(56, 63, 7);

        private final int minShared;
        private final int maxShared;
        private final int valueBits;

        KeyShape(int minShared, int maxShared, int valueBits) {
            this.minShared = minShared;
            this.maxShared = maxShared;
            this.valueBits = valueBits;
        }

        /** A key that shares a number of nibbles with one of the others. */
        Bytes32 key(Random random, List<Bytes32> others) {
            String tail = randomNibbles(random, KEY_NIBBLES);
            if (others.isEmpty()) {
                return new Bytes32(tail);
            }
            String other = others.get(random.nextInt(others.size())).hex();
            int shared = minShared + random.nextInt(maxShared - minShared + 1);
            return new Bytes32(other.substring(0, shared) + tail.substring(shared));
        }

        byte[] value(Random random) {
            BigInteger value = new BigInteger(1 + random.nextInt(valueBits), random).max(BigInteger.ONE);
            return Rlp.number(value);
        }

        private static String randomNibbles(Random random, int count) {
            StringBuilder nibbles = new StringBuilder();
            for (int i = 0; i < count; i++) {
                nibbles.append(Character.forDigit(random.nextInt(OracleBranch.WIDTH), OracleBranch.WIDTH));
            }
            return nibbles.toString();
        }
    }

    @BeforeAll
    static void registerHashProvider() {
        Security.addProvider(new BouncyCastleProvider());
    }

    @ParameterizedTest
    @EnumSource(KeyShape.class)
    void sameRootsAfterEveryFewChanges(KeyShape shape) throws InterruptedException {
        int[] embedded = new int[2];
        for (long seed = 0; seed < SEEDS_A_SHAPE; seed++) {
            play(shape, seed, embedded);
        }
        if (shape == KeyShape.EMBEDDED_LEAVES || shape == KeyShape.EMBEDDED_BRANCHES) {
            assertThat(embedded[0]).as("embedded leaves").isGreaterThan(SEEDS_A_SHAPE);
        }
        if (shape == KeyShape.EMBEDDED_BRANCHES) {
            assertThat(embedded[1]).as("embedded branches and extensions").isGreaterThan(SEEDS_A_SHAPE);
        }
    }

    /** Plays one seed and adds to the counts of embedded leaves, and of embedded branches and extensions. */
    private static void play(KeyShape shape, long seed, int[] embedded) throws InterruptedException {
        Random random = new Random(seed);
        Tries tries = new Tries();
        for (int change = 0; change < CHANGES; change++) {
            List<Bytes32> keys = List.copyOf(tries.keys);
            // the second half deletes more than it puts, down to a trie of a few keys or none
            int deletesInTen = change < CHANGES / 2 ? 2 : 8;
            if (random.nextInt(10) >= deletesInTen) {
                tries.put(shape.key(random, keys), shape.value(random));
            } else if (keys.isEmpty() || random.nextInt(8) == 0) {
                tries.remove(shape.key(random, keys));
            } else {
                tries.remove(keys.get(random.nextInt(keys.size())));
            }
            if (change % CHANGES_BETWEEN_ROOTS == 0) {
                tries.assertSameRoot("shape=%s, seed=%d, change=%d".formatted(shape, seed, change));
                tries.countEmbedded(embedded);
            }
        }
    }

    /** The oracle and the others, with the same keys. */
    private static final class Tries {
        private final SortedSet<Bytes32> keys = new TreeSet<>();
        private final OracleTrie oracle = new OracleTrie();
        private final List<MerkleTrie<Bytes, Bytes>> others =
                List.of(MerklePatriciaTrie.storingBytes(), StoredMerklePatriciaTrie.storingBytes(new HeapStorage()));

        void put(Bytes32 key, byte[] value) throws InterruptedException {
            keys.add(key);
            oracle.put(key, value);
            for (MerkleTrie<Bytes, Bytes> other : others) {
                other.putAsync(Bytes.wrap(key.bytes()), Bytes.wrap(value)).join();
            }
        }

        void remove(Bytes32 key) throws InterruptedException {
            keys.remove(key);
            oracle.remove(key.bytes());
            for (MerkleTrie<Bytes, Bytes> other : others) {
                other.removeAsync(Bytes.wrap(key.bytes())).join();
            }
        }

        void assertSameRoot(String where) {
            for (MerkleTrie<Bytes, Bytes> other : others) {
                assertThat(oracle.root())
                        .as("%s, %s", other.getClass().getSimpleName(), where)
                        .isEqualTo(Bytes32.of(other.rootHash().toArrayUnsafe()));
            }
        }

        void countEmbedded(int[] embedded) {
            for (OracleBranch branch : oracle.branches().values()) {
                for (OracleBranch.Child child : branch.children()) {
                    embedded[0] += child instanceof OracleBranch.Leaf leaf
                                    && leaf.ref().isEmbedded()
                            ? 1
                            : 0;
                    embedded[1] += child instanceof OracleBranch.Branch below
                                    && below.ref().isEmbedded()
                            ? 1
                            : 0;
                }
            }
        }
    }

    /** Nodes by hash, on the heap. */
    private static final class HeapStorage extends AsyncMerkleStorage {
        private final Map<Bytes, Bytes> nodes = new HashMap<>();

        @Override
        public AsyncResult<Bytes> getAsync(org.apache.tuweni.bytes.Bytes32 hash) {
            return AsyncResult.completed(nodes.get(hash));
        }

        @Override
        public AsyncCompletion putAsync(org.apache.tuweni.bytes.Bytes32 hash, Bytes content) {
            nodes.put(hash, content);
            return AsyncCompletion.completed();
        }
    }
}
