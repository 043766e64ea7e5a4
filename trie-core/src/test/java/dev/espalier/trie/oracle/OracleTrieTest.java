package dev.espalier.trie.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.oracle.OracleBranch.Absent;
import dev.espalier.trie.oracle.OracleBranch.Branch;
import dev.espalier.trie.oracle.OracleBranch.Leaf;
import dev.espalier.trie.oracle.OracleBranch.Ref;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Known roots, and nodes small enough to be written down by hand. */
class OracleTrieTest {
    @Test
    void emptyTrieHasTheHashOfTheEmptyString() {
        assertThat(new OracleTrie().root())
                .isEqualTo(new Bytes32("56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"));
        assertThat(OracleState.EMPTY_CODE_HASH)
                .isEqualTo(new Bytes32("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"));
    }

    @Test
    void knownRootsOfTextKeys() {
        assertRoot(
                "d23786fb4a010da3ce639d66d5e904a11dbc02746d1ce25029e53290cabf28ab",
                trie("A", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
        assertRoot(
                "8aad789dff2f538bca5d8ea56e8abe10f4c7ba3a5dea95fea4cd6e7c3a1168d3",
                trie("doe", "reindeer", "dog", "puppy", "dogglesworth", "cat"));
        assertRoot(
                "5991bb8c6514148a29db676a14ac506cd2cd5775ace63c30a4fe457715e9ac84",
                trie("do", "verb", "horse", "stallion", "doge", "coin", "dog", "puppy"));
        assertRoot(
                "17beaa1648bafa633cda809c90c04af50fc8aed3cb40d16efbddee6fdf63c4c3", trie("foo", "bar", "food", "bass"));
        assertRoot(
                "3f67c7a47520f79faa29255d2d3c084a7a6df0453116ed7232ff10277a8be68b",
                trie("be", "e", "dog", "puppy", "bed", "d"));
        assertRoot(
                "8452568af70d8d140f58d941338542f645fcca50094b20f3c3d8c3df49337928",
                trie("test", "test", "te", "testy"));
    }

    @Test
    void knownRootsAfterOverwritingAndDeleting() {
        OracleTrie emptyValues = trie(
                "do",
                "verb",
                "ether",
                "wookiedoo",
                "horse",
                "stallion",
                "shaman",
                "horse",
                "doge",
                "coin",
                "dog",
                "puppy");
        emptyValues.remove("ether".getBytes(UTF_8));
        emptyValues.remove("shaman".getBytes(UTF_8));
        assertRoot("5991bb8c6514148a29db676a14ac506cd2cd5775ace63c30a4fe457715e9ac84", emptyValues);
        assertRoot(
                "7a320748f780ad9ad5b0837302075ce0eeba6c26e3d8562c67ccc0f1b273298a",
                trie("abc", "123", "abcd", "abcd", "abc", "abc"));
        assertRoot(
                "cb65032e2f76c48b82b5c24b3db8f670ce73982869d38cd39a624f23d62a9e89",
                trie(
                        "key1aa", "0123456789012345678901234567890123456789xxx",
                        "key1", "0123456789012345678901234567890123456789Very_Long",
                        "key2bb", "aval3",
                        "key2", "short",
                        "key3cc", "aval3",
                        "key3", "1234567890123456789012345678901"));
    }

    @Test
    void deletingAllKeysGivesTheEmptyTrie() {
        List<String> keys =
                List.of("04110d816c380812a427968ece99b1c963dfbce6", "095e7baea6a6c7c4c2dfeb977efac326af552d87");
        OracleTrie branching = new OracleTrie();
        keys.forEach(key -> branching.put(hex(key), "something".getBytes(UTF_8)));
        keys.forEach(key -> branching.remove(hex(key)));
        branching.remove(hex("0a517d755cebbf66312b30fff713666a9cb917e0"));
        assertThat(branching.root()).isEqualTo(OracleState.EMPTY_ROOT);
        assertThat(branching.size()).isZero();
    }

    @Test
    void knownRootOfHexKeys() {
        OracleTrie jeff = new OracleTrie();
        String zeros = "000000000000000000000000";
        jeff.put(
                hex(zeros + "0000000000000000000000000000000000000045"),
                hex("22b224a1420a802ab51d326e29fa98e34c4f24ea"));
        jeff.put(hex(zeros + "0000000000000000000000000000000000000046"), hex("67706c2076330000" + "0".repeat(48)));
        jeff.put(
                hex(zeros + "697c7b8c961b56f675d570498424ac8de1a918f6"),
                hex("6f6f6f6820736f2067726561742c207265616c6c6c793f000000000000000000"));
        jeff.put(hex(zeros + "7ef9e639e2733cb34e4dfc576d4b23f72db776b2"), hex("4655474156" + "0".repeat(54)));
        jeff.put(hex(zeros + "ec4f34c97e43fbb2816cfd95e388353c7181dab1"), hex("4e616d6552656700" + "0".repeat(48)));
        jeff.put(hex("4655474156" + "0".repeat(54)), hex("7ef9e639e2733cb34e4dfc576d4b23f72db776b2"));
        jeff.put(hex("4e616d6552656700" + "0".repeat(48)), hex("ec4f34c97e43fbb2816cfd95e388353c7181dab1"));
        jeff.put(
                hex("6f6f6f6820736f2067726561742c207265616c6c6c793f000000000000000000"),
                hex("697c7b8c961b56f675d570498424ac8de1a918f6"));
        assertRoot("9f6221ebb8efe7cff60a716ecb886e67dd042014be444669f0159d8e68b42100", jeff);
    }

    @Test
    void emptyValueIsRefused() {
        assertThatThrownBy(() -> new OracleTrie().put(Bytes32.ZERO, new byte[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("value.length=0");
    }

    @Test
    void soleLeafHasNoBranch() {
        OracleTrie trie = new OracleTrie();
        trie.put(Bytes32.ZERO, new byte[] {1});
        assertThat(trie.branches()).isEmpty();
        byte[] leaf = hex("e3" + "a120" + "00".repeat(32) + "01");
        assertThat(trie.root()).isEqualTo(Bytes32.hashOf(leaf));
        assertThat(trie.proof(hex("11".repeat(32)))).containsExactly(leaf);
    }

    @Test
    void branchesNameLeavesExtensionsAndEmbeddedNodes() {
        String stem = "a".repeat(60);
        OracleTrie trie = new OracleTrie();
        trie.put(new Bytes32(stem + "bbb0"), new byte[] {1});
        trie.put(new Bytes32(stem + "bbb7"), new byte[] {2});
        trie.put(new Bytes32(stem + "c123"), new byte[] {3});
        SortedMap<String, OracleBranch> branches = trie.branches();
        assertThat(branches).containsOnlyKeys(stem, stem + "bbb");

        String bottom = "d5" + "c22001" + "80".repeat(6) + "c22002" + "80".repeat(9);
        OracleBranch lower = Objects.requireNonNull(branches.get(stem + "bbb"));
        assertThat(lower.childCount()).isEqualTo(2);
        assertThat(lower.children().get(0)).isEqualTo(new Leaf("", new Ref("c22001")));
        assertThat(lower.children().get(7)).isEqualTo(new Leaf("", new Ref("c22002")));
        assertThat(lower.children().get(8)).isEqualTo(new Absent());

        OracleBranch upper = Objects.requireNonNull(branches.get(stem));
        assertThat(upper.children().get(0xb))
                .isEqualTo(new Branch("bb", new Ref("d9" + "8200bb" + bottom), new Ref(bottom)));
        assertThat(upper.children().get(0xc)).isEqualTo(new Leaf("123", new Ref("c4" + "823123" + "03")));
    }

    @Test
    void proofListsHashedNodesFromTheRootDown() {
        OracleTrie trie = trie("do", "verb", "horse", "stallion", "doge", "coin", "dog", "puppy");
        for (String key : List.of("do", "dog", "doge", "horse", "d", "dot", "dogs", "doges", "", "zebra")) {
            assertHashChain(trie, key.getBytes(UTF_8));
        }
        byte[] branchWithEmbeddedLeaf = trie.proof("horse".getBytes(UTF_8)).getLast();
        assertThat(branchWithEmbeddedLeaf).containsSequence("stallion".getBytes(UTF_8));
        assertThat(new OracleTrie().proof(new byte[] {1})).isEmpty();
    }

    private static void assertHashChain(OracleTrie trie, byte[] key) {
        List<byte[]> proof = trie.proof(key);
        assertThat(Bytes32.hashOf(proof.getFirst())).isEqualTo(trie.root());
        for (int i = 1; i < proof.size(); i++) {
            String parent = HexFormat.of().formatHex(proof.get(i - 1));
            assertThat(parent).contains("a0" + Bytes32.hashOf(proof.get(i)).hex());
        }
    }

    private static OracleTrie trie(String... keysAndValues) {
        OracleTrie trie = new OracleTrie();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            trie.put(keysAndValues[i].getBytes(UTF_8), keysAndValues[i + 1].getBytes(UTF_8));
        }
        return trie;
    }

    private static void assertRoot(String expected, OracleTrie trie) {
        assertThat(trie.root()).isEqualTo(new Bytes32(expected));
    }

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
