package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConformCommandTest {
    @TempDir
    Path folder;

    private TestFolder files;

    @BeforeEach
    void prepare() {
        files = new TestFolder(folder);
    }

    static Stream<Arguments> filesWithRightRoots() {
        return Stream.of(
                arguments("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT), "genesis state", "1 case, 1 check"),
                arguments(
                        "triples",
                        KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT)
                                .repeat(2),
                        "state triples",
                        "2 cases, 4 checks"),
                arguments("vectors", KnownFiles.vectors(KnownFiles.EMPTY_ROOT), "update vectors", "1 case, 4 checks"),
                arguments(
                        "x_secureTrie",
                        KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT),
                        "trie test, hashed keys",
                        "2 cases, 2 checks"),
                arguments("rlp", KnownFiles.rlpTest("0x83646f67"), "RLP test", "6 cases, 6 checks"),
                arguments("window", KnownFiles.blockWindow(), "block window", "1 case, 3 checks"),
                arguments("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 4), "block chains", "1 case, 5 checks"));
    }

    @ParameterizedTest
    @MethodSource("filesWithRightRoots")
    void passesAFileOfEachKindInOneLine(String name, String content, String kind, String counts) {
        Path file = files.gzip(name, content);

        CommandRun run = CommandRun.of("conform", file);

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().getFirst()).startsWith(file + "  " + kind + " ").contains("  " + counts + ", ");
        assertThat(run.lastLine()).matches("\\d+ passed, 0 failed, 0 skipped");
        assertThat(run.err()).isEmpty();
    }

    static Stream<Arguments> filesWithWrongRoots() {
        String got = ": got ";
        String expected = ", expected " + KnownFiles.WRONG_ROOT;
        return Stream.of(
                arguments(
                        "genesis",
                        KnownFiles.genesis(KnownFiles.WRONG_ROOT),
                        "line 1: case \"sepolia\", genesis" + got + KnownFiles.SEPOLIA_ROOT + expected),
                arguments(
                        "triples",
                        KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT)
                                + KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.WRONG_ROOT),
                        "line 2: case \"add\", post" + got + KnownFiles.ADDED_ROOT + expected),
                arguments(
                        "vectors",
                        KnownFiles.vectors(KnownFiles.WRONG_ROOT),
                        "line 11: case \"sole account\", batch 4" + got + KnownFiles.EMPTY_ROOT + expected),
                arguments(
                        "chain",
                        KnownFiles.chain(KnownFiles.WRONG_ROOT, 4),
                        "line 1: case \"tree\", block 2 " + KnownFiles.hash(4) + got + KnownFiles.ADDED_ROOT
                                + expected),
                arguments(
                        "x_secureTrie",
                        KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT)
                                .replaceFirst(KnownFiles.PUPPY_ROOT, KnownFiles.WRONG_ROOT),
                        "line 2: case \"puppy\", root" + got + KnownFiles.PUPPY_ROOT + expected),
                arguments(
                        "rlp", KnownFiles.rlpTest("0x82646f"), "line 2: case \"dog\": got 83646f67, expected 82646f"));
    }

    @ParameterizedTest
    @MethodSource("filesWithWrongRoots")
    void namesAFailureWithFileLineCaseBlockAndBothRoots(String name, String content, String failure) {
        Path file = files.plain(name, content);

        CommandRun run = CommandRun.of("conform", file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).contains("FAIL " + file + ": " + failure);
        assertThat(run.lines().getFirst()).contains(", 1 failed, ");
        assertThat(run.lastLine()).matches("\\d+ passed, 1 failed, 0 skipped");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void reachesSideBlocksByUnwindingAndEndsAtTheHead() {
        Path file = files.plain("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3));

        CommandRun run = CommandRun.of("conform", file);

        assertThat(run.exitCode()).isZero();
        // To block 2, back to 3 by way of 1, to 4 by way of 2, and back to the head.
        assertThat(run.lines().getFirst()).endsWith("5 checks, 2 side blocks, 4 unwinds, 0 skipped");
        assertThat(run.lastLine()).isEqualTo("5 passed, 0 failed, 0 skipped");
    }

    @Test
    void failsAChainWhoseHeadOrParentIsUnknown() {
        String chain = KnownFiles.chain(KnownFiles.ADDED_ROOT, 9);
        Path wrongHead = files.plain("head", chain);
        Path wrongParent = files.plain(
                "parent",
                KnownFiles.continuedChain(KnownFiles.EMPTY_ROOT)
                        + KnownFiles.block(73, 60, 3, KnownFiles.EMPTY_ROOT, "{}")
                        + KnownFiles.block(71, 70, 3, KnownFiles.EMPTY_ROOT, "{}"));

        CommandRun run = CommandRun.of("conform", wrongHead, wrongParent);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("going to head " + KnownFiles.hash(9) + ": got no block with this hash was played")
                .contains("line 4: case \"continued\", block 3 " + KnownFiles.hash(73) + ": got its parent "
                        + KnownFiles.hash(60) + " was not played")
                .contains("got a block with this hash was played before");
    }

    @Test
    void failsABlockWithTheHashOfTheStateBeforeTheFirst() {
        String zero = "0x" + "0".repeat(64);
        Path genesis = files.plain(
                "genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT).replace(KnownFiles.hash(0), zero));
        Path chain =
                files.plain("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3).replace(KnownFiles.hash(4), zero));

        CommandRun run = CommandRun.of("conform", genesis, chain);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("genesis: got a hash that stands for the state before the first block, expected")
                .contains("block 2 " + zero + ": got a hash that stands for the state before the first block, expected")
                .doesNotContain("played before");
    }

    @Test
    void failsASlotOfAMissingAccountAndGoesOn() {
        String orphan = "{\"" + KnownFiles.ADDED + "\":{\"storage\":{\"0x1\":\"0x1\"}}}";
        Path file = files.plain(
                "window",
                KnownFiles.blockWindow() + KnownFiles.block(83, 82, 3, KnownFiles.SEPOLIA_ROOT, orphan) + "\n"
                        + KnownFiles.block(84, 82, 3, KnownFiles.ADDED_ROOT, KnownFiles.ADD));

        CommandRun run = CommandRun.of("conform", file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("line 4: case \"window\", block 3");
        assertThat(run.out()).contains(KnownFiles.ADDED).doesNotContain("Exception", "\tat ");
        assertThat(run.lastLine()).isEqualTo("4 passed, 1 failed, 0 skipped");
    }

    @Test
    void continuesAChainFromTheFileThatEndsWithItsStartRootWhateverTheirOrder() {
        Path chain = files.plain("a", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT));
        Path second = files.plain("b", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT));
        Path genesis = files.plain("c", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));

        for (List<Path> order : List.of(List.of(chain, second, genesis), List.of(genesis, chain, second))) {
            CommandRun run = CommandRun.of(
                    Stream.concat(Stream.of("conform"), order.stream()).toArray());

            assertThat(run.exitCode()).isZero();
            assertThat(run.lastLine()).isEqualTo("5 passed, 0 failed, 0 skipped");
        }
    }

    @Test
    void continuesAChainFromAnotherContinuedChain() {
        String added = KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT)
                .lines()
                .limit(2)
                .reduce("", (a, b) -> a + b + "\n");
        Path last = files.plain(
                "a",
                "{\"startRoot\":\"" + KnownFiles.ADDED_ROOT + "\"}"
                        + KnownFiles.block(90, 89, 1, KnownFiles.SEPOLIA_ROOT, KnownFiles.REMOVE));
        Path middle = files.plain("b", added);
        Path genesis = files.plain("c", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of("conform", last, middle, genesis);

        assertThat(run.exitCode()).isZero();
        assertThat(run.lastLine()).isEqualTo("3 passed, 0 failed, 0 skipped");
    }

    @Test
    void skipsAChainWithoutItsStartAndSaysWhichRootItNeeds() {
        Path chain = files.plain("chain", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of("conform", chain);

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines().getFirst())
                .endsWith("1 skipped (needs a file that ends with the state root " + KnownFiles.SEPOLIA_ROOT + ")");
        assertThat(run.lastLine()).isEqualTo("0 passed, 0 failed, 1 skipped");
    }

    @Test
    void readsASkippedChainToItsEndAndFindsItsDamage() {
        String chain = KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT);
        Path cut = files.plain("cut", chain + "{\"hash\":\"0x");
        Path lacking = files.plain("lacking", chain.replace("\"number\":2,\"stateRoot\"", "\"x\""));

        CommandRun run = CommandRun.of("conform", cut, lacking);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .containsExactly(
                        "espalier: " + cut + ": line 4: the file ends inside a JSON value, expected its end",
                        "espalier: " + lacking + ": line 3: field 'stateRoot' is missing");
        assertThat(run.lines()).contains("2 files not readable to the end");
        assertThat(run.lastLine()).isEqualTo("0 passed, 0 failed, 2 skipped");
    }

    @Test
    void saysOfEachFileThatIsNotCheckedWhy() {
        Path raw = files.plain("trie", KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT));
        Path order = files.plain("order", "{\"basic\":{\"in\":[\"cat\"],\"tests\":[]}}");
        Path proofs = files.plain("proofs", "{\"accountProof\":[]}\n{\"accountProof\":[]}");
        Path workload = files.plain("txs", "{\"txs\":[]}");

        CommandRun run = CommandRun.of("conform", raw, order, proofs, workload);

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines().get(0)).endsWith("2 skipped (raw keys, the engine's keys have 64 nibbles)");
        assertThat(run.lines().get(1)).endsWith("0 skipped, no root to check");
        assertThat(run.lines().get(2)).endsWith("2 skipped (not supported yet)");
        assertThat(run.lines().get(3)).endsWith("no root to check");
        assertThat(run.lastLine()).isEqualTo("0 passed, 0 failed, 4 skipped");
    }

    @Test
    void aBadFileDoesNotStopTheOthers() {
        Path genesis = files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));
        Path triples = files.plain(
                "triples",
                KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT) + "{\"name\":\"cut\",\"preRoot\":");
        Path cut = files.truncatedGzip("cut.gz", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT), 30);
        Path empty = files.plain("empty", "");
        Path foreign = files.plain("foreign", "# text");
        Path missing = folder.resolve("missing");

        CommandRun run = CommandRun.of("conform", folder, missing, empty, foreign, cut, triples, genesis);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lastLine()).isEqualTo("3 passed, 0 failed, 0 skipped");
        assertThat(run.out()).contains("6 files not readable to the end");
        assertThat(run.err().lines())
                .hasSize(6)
                .contains(
                        "espalier: " + folder + ": is a directory, expected a file",
                        "espalier: " + missing + ": no such file",
                        "espalier: " + empty + ": is empty, expected JSON",
                        "espalier: " + foreign + ": line 1: not valid JSON: Unexpected character ('#' (code 35))",
                        "espalier: " + triples + ": line 2: the file ends inside a JSON value, expected its end");
        assertThat(run.err())
                .contains(cut + ": line 1: the gzip stream ends early")
                .doesNotContain("\tat ");
    }

    @Test
    void readsNestedValuesToALimitAndRefusesDeeperOnes() {
        // The case's own object, its document and the list are a level each.
        Path deepest = files.plain("deepest", nestedRlp(198));
        Path tooDeep = files.plain("tooDeep", nestedRlp(199));
        Path genesis = files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of("conform", tooDeep, deepest, genesis);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .containsExactly("espalier: " + tooDeep + ": line 1: beyond what is read: Document nesting depth (201)"
                        + " exceeds the maximum allowed (200)");
        assertThat(run.lastLine()).isEqualTo("2 passed, 0 failed, 0 skipped");
    }

    /** Lists in lists, the innermost empty, and their encoding. */
    private static String nestedRlp(int lists) {
        String encoded = "";
        for (int i = 0; i < lists; i++) {
            int bytes = encoded.length() / 2;
            String header = bytes < 56
                    ? "%02x".formatted(0xc0 + bytes)
                    : bytes < 256 ? "f8%02x".formatted(bytes) : "f9%04x".formatted(bytes);
            encoded = header + encoded;
        }
        return "{\"deep\":{\"in\":" + "[".repeat(lists) + "]".repeat(lists) + ",\"out\":\"0x" + encoded + "\"}}";
    }

    @Test
    void damageCountsForMoreThanAFailedCheck() {
        Path wrong = files.plain("wrong", KnownFiles.genesis(KnownFiles.WRONG_ROOT));

        assertThat(CommandRun.of("conform", wrong, folder.resolve("missing")).exitCode())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void splitsBlocksOfEverySizeWhenAskedForThreads(int threads) {
        Path file = files.plain("triples", KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT));

        CommandRun run = CommandRun.of("conform", file, "--threads", threads, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("subtreeTasks").asInt()).isGreaterThan(1);
    }

    @Test
    void partitionsBlocksOfMoreKeysThanAskedFor() {
        Path file = files.plain("triples", KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT));

        CommandRun run = CommandRun.of("conform", file, "--partition", 7, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("partitions").asInt()).isGreaterThan(1);
    }

    @Test
    void failsARunThatWasAskedToSplitOrPartitionAndDidNot() {
        Path rlp = files.plain("rlp", KnownFiles.rlpTest("0x83646f67"));

        CommandRun run = CommandRun.of("conform", rlp, "--threads", 2, "--partition", 1000);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .contains(
                        "FAIL asked to split among 2 threads, but no subtree task ran",
                        "FAIL asked to partition by 1000 keys, but no batch was partitioned",
                        "6 passed, 0 failed, 0 skipped");
    }

    @Test
    void playsEachOperationAsItsOwnBlockAndComparesTheLastRootOnly() {
        Path triples = files.plain("triples", KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT));
        Path vectors = files.plain("vectors", KnownFiles.vectors(KnownFiles.EMPTY_ROOT));

        CommandRun whole = CommandRun.of("conform", triples, vectors, "--json");
        CommandRun perOperation = CommandRun.of("conform", triples, vectors, "--per-operation", "--json");

        assertThat(perOperation.exitCode()).isZero();
        assertThat(perOperation.json().get("passed").asInt()).isEqualTo(6);
        assertThat(whole.json().get("passed").asInt()).isEqualTo(6);
        assertThat(perOperation.json().get("loads").asInt())
                .isGreaterThan(whole.json().get("loads").asInt());
    }

    @Test
    void printsOneJsonObjectAsTheLastLine() {
        Path right = files.plain("right", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));
        Path wrong = files.plain("wrong", KnownFiles.chain(KnownFiles.WRONG_ROOT, 3));
        Path missing = folder.resolve("missing");

        JsonNode json =
                CommandRun.of("conform", "--json", right, wrong, missing).json();

        assertThat(json.get("command").asText()).isEqualTo("conform");
        assertThat(json.get("passed").asInt()).isEqualTo(5);
        assertThat(json.get("failed").asInt()).isEqualTo(1);
        assertThat(json.get("damagedFiles").asInt()).isEqualTo(1);
        assertThat(json.get("exitCode").asInt()).isEqualTo(2);
        assertThat(json.get("files")).hasSize(3);
        JsonNode unreadable = json.get("files").get(0);
        assertThat(unreadable.get("kind").isNull()).isTrue();
        assertThat(unreadable.get("damage").asText()).endsWith("no such file");
        JsonNode chain = json.get("files").get(2);
        assertThat(chain.get("kind").asText()).isEqualTo("block chains");
        assertThat(chain.get("sideBlocks").asInt()).isEqualTo(2);
        JsonNode failure = chain.get("failures").get(0);
        assertThat(failure.get("line").asInt()).isEqualTo(1);
        assertThat(failure.get("case").asText()).isEqualTo("tree");
        assertThat(failure.get("got").asText()).isEqualTo(KnownFiles.ADDED_ROOT);
        assertThat(failure.get("expected").asText()).isEqualTo(KnownFiles.WRONG_ROOT);
    }
}
