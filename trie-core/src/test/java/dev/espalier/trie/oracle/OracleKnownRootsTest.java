package dev.espalier.trie.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The oracle against third-party roots and proofs; see {@link ReferenceFiles} for when the files are not there. */
class OracleKnownRootsTest {
    @ParameterizedTest
    @CsvSource({
        "trietest, false, 5",
        "trieanyorder, false, 7",
        "trietest_secureTrie, true, 3",
        "trieanyorder_secureTrie, true, 7"
    })
    void trieTests(String file, boolean hashedKeys, int cases) {
        JsonNode tests = ReferenceFiles.json("trie/" + file + ".json");
        assertThat(tests.size()).as("cases of %s", file).isEqualTo(cases);
        for (Map.Entry<String, JsonNode> test : tests.properties()) {
            OracleTrie trie = new OracleTrie();
            forEachPut(test.getValue().get("in"), (key, value) -> {
                byte[] trieKey = hashedKeys ? Keccak.keccak256(text(key)) : text(key);
                if (value.isNull()) {
                    trie.remove(trieKey);
                } else {
                    trie.put(trieKey, text(value.asText()));
                }
            });
            assertThat(trie.root())
                    .as("%s of %s", test.getKey(), file)
                    .isEqualTo(root(test.getValue().get("root")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mainnet", "sepolia", "holesky", "kiln-devnet5", "op-mode-mainnet", "op-zora-mainnet"})
    void genesisStates(String network) {
        JsonNode genesis = ReferenceFiles.json("genesis/" + network + ".json.gz");
        OracleState state = new OracleState();
        DiffedState.apply(state, genesis.get("accounts"));
        assertThat(state.accountKeys())
                .hasSize(genesis.get("counts").get("accounts").asInt());
        assertThat(state.stateRoot()).isEqualTo(root(genesis.get("stateRoot")));
        assertThat(state.copy().stateRoot()).isEqualTo(state.stateRoot());
    }

    @Test
    void commitmentVectors() {
        JsonNode vectors =
                ReferenceFiles.json("vectors/commitment_vectors.json").get("vectors");
        assertThat(vectors.size()).isEqualTo(15);
        for (JsonNode vector : vectors) {
            OracleState state = new OracleState();
            int batchNumber = 0;
            for (JsonNode batch : vector.get("batches")) {
                String name = vector.get("name").asText() + ", batch " + batchNumber++;
                List<Op> ops = new ArrayList<>();
                OracleState draft = state.copy();
                for (JsonNode op : batch.get("ops")) {
                    Op decoded = CommitmentVectorOp.decode(op, draft);
                    draft.apply(decoded);
                    ops.add(decoded);
                }
                state.applyBlock(ops);
                assertThat(state.stateRoot()).as(name).isEqualTo(root(batch.get("root")));
                assertThat(embeddedNodes(state.branches()))
                        .as("embedded nodes of %s", name)
                        .isEqualTo(batch.get("embeddedNodesInTrie").asLong());
            }
        }
    }

    @Test
    void officialStateTests() {
        int[] lines = {0};
        ReferenceFiles.forEachLine("triples/triples.jsonl.gz", triple -> {
            for (String side : List.of("pre", "post")) {
                OracleState state = new OracleState();
                DiffedState.apply(state, triple.get(side));
                assertThat(state.stateRoot())
                        .as("%s of line %d, %s", side, lines[0], triple.get("name"))
                        .isEqualTo(root(triple.get(side + "Root")));
            }
            lines[0]++;
        });
        assertThat(lines[0]).isEqualTo(4107);
    }

    @Test
    void proofsOfAChainsHead() {
        OracleState state = new OracleState();
        ReferenceFiles.forEachLine("chains/execution-apis-54.jsonl.gz", chain -> {
            DiffedState.apply(state, chain.get("genesis").get("accounts"));
            for (JsonNode block : chain.get("blocks")) {
                DiffedState.apply(state, block.get("diff"));
                assertThat(state.stateRoot())
                        .as("block %s", block.get("number"))
                        .isEqualTo(root(block.get("stateRoot")));
            }
        });
        int[] checked = {0};
        ReferenceFiles.forEachLine("proofs/proofs.jsonl.gz", proof -> {
            if (root(proof.get("stateRoot")).equals(state.stateRoot())) {
                checked[0]++;
                Bytes32 accountKey =
                        Bytes32.hashOf(ReferenceFiles.bytes(proof.get("address").asText()));
                assertThat(hex(state.accountTrie().proof(accountKey.bytes())))
                        .isEqualTo(texts(proof.get("accountProof")));
                OracleTrie storage = state.storageTrie(accountKey);
                for (JsonNode slot : proof.get("storageProof")) {
                    byte[] slotKey = Keccak.keccak256(
                            ReferenceFiles.bytes(slot.get("key").asText()));
                    assertThat(hex(storage.proof(slotKey))).isEqualTo(texts(slot.get("proof")));
                }
            }
        });
        assertThat(checked[0]).isEqualTo(4);
    }

    private interface Put {
        void accept(String key, JsonNode value);
    }

    /** The cases come as a list of pairs, or as an object. */
    private static void forEachPut(JsonNode in, Put put) {
        if (in.isArray()) {
            in.forEach(pair -> put.accept(pair.get(0).asText(), pair.get(1)));
        } else {
            in.properties().forEach(field -> put.accept(field.getKey(), field.getValue()));
        }
    }

    private static long embeddedNodes(OracleState.Branches branches) {
        List<SortedMap<String, OracleBranch>> tries =
                new ArrayList<>(branches.storageTries().values());
        tries.add(branches.accountTrie());
        return tries.stream()
                .flatMap(trie -> trie.values().stream())
                .flatMap(branch -> branch.children().stream())
                .filter(OracleKnownRootsTest::isEmbedded)
                .count();
    }

    private static boolean isEmbedded(OracleBranch.Child child) {
        return switch (child) {
            case OracleBranch.Absent() -> false;
            case OracleBranch.Leaf(var rest, var ref) -> ref.isEmbedded();
            case OracleBranch.Branch(var extension, var ref, var branchRef) -> ref.isEmbedded();
        };
    }

    private static byte[] text(String text) {
        return text.startsWith("0x") ? ReferenceFiles.bytes(text) : text.getBytes(UTF_8);
    }

    private static Bytes32 root(JsonNode hex) {
        return Bytes32.of(ReferenceFiles.bytes(hex.asText()));
    }

    private static List<String> hex(List<byte[]> nodes) {
        return nodes.stream().map(node -> "0x" + HexFormat.of().formatHex(node)).toList();
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
