package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that run the engine give with a store on disk what they give in memory. */
class StoreRunsTest {
    @TempDir
    Path folder;

    private TestFolder files;
    private Path store;

    @BeforeEach
    void prepare() {
        files = new TestFolder(folder);
        store = folder.resolve("store");
    }

    private List<Path> filesOfEveryKind() {
        return List.of(
                files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT)),
                files.plain("triples", KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT)),
                files.plain("vectors", KnownFiles.vectors(KnownFiles.EMPTY_ROOT)),
                files.plain("x_secureTrie", KnownFiles.hashedTrieTest(KnownFiles.PUPPY_ROOT)),
                files.plain("rlp", KnownFiles.rlpTest("0x83646f67")),
                files.plain("window", KnownFiles.blockWindow()),
                files.plain("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3)),
                files.plain("continued", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT)),
                files.plain("continuedAgain", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT)));
    }

    private CommandRun conform(List<Path> inputs, String options) {
        List<Object> call = new ArrayList<>(List.of("conform", "--json"));
        call.addAll(List.of(options.isEmpty() ? new Object[0] : options.split(" ")));
        call.addAll(inputs);
        return CommandRun.of(call.toArray());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--flush-every 1",
                "--freeze-every 2",
                "--merge-every 1",
                "--reopen-every 1",
                "--flush-every 1 --freeze-every 2 --merge-every 3 --reopen-every 5",
                "--flush-every 2 --merge-every 3 --reopen-every 1 --per-operation",
                "--flush-every 3 --reopen-every 2 --durable-every 1 --threads 2 --partition 2"
            })
    void conformPassesInAStoreWhatItPassesInMemoryAndRemovesTheStores(String options) throws IOException {
        List<Path> inputs = filesOfEveryKind();
        int passed = conform(inputs, "").json().get("passed").asInt();

        CommandRun run = conform(inputs, ("--store " + store + " " + options).strip());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("%d passed, 0 failed, 0 skipped".formatted(passed));
        assertThat(run.exitCode()).isZero();
        assertThat(entries(store)).isEmpty();
        JsonNode json = run.json();
        boolean flushed = options.contains("flush") || options.contains("freeze") || options.contains("merge");
        assertThat(json.get("flushes").asLong() > 0).isEqualTo(flushed);
        assertThat(json.get("reopenings").asLong() > 0).isEqualTo(options.contains("reopen"));
        assertThat(json.get("replayed").asLong() > 0).isEqualTo(options.contains("reopen"));
        if (options.contains("freeze")) {
            assertThat(json.get("freezes").asLong()).isPositive();
        }
        if (options.contains("merge")) {
            assertThat(json.get("merges").asLong()).isPositive();
        }
        if (flushed) {
            assertThat(json.get("segmentRows").asLong()).isPositive();
            assertThat(json.get("segmentLeaves").asLong()).isPositive();
        }
    }

    @Test
    void theSummaryCountsWhatTheStoresDid() {
        Path chain = files.plain("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3));

        CommandRun run = CommandRun.of(
                "conform", "--store", store, "--flush-every", 1, "--merge-every", 3, "--reopen-every", 4, chain);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .containsPattern(
                        "store: \\d+ flushes, \\d+ freezes, \\d+ merges, \\d+ reopenings, \\d+ records replayed; read"
                                + " from overlays \\d+ rows and \\d+ leaves, from segments \\d+ rows and \\d+ leaves");
    }

    @Test
    void aFailedCaseKeepsItsStoreAndNamesIt() throws IOException {
        Path triples = files.plain(
                "triples",
                KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT)
                        + KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.WRONG_ROOT)
                        + KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT));

        CommandRun run = CommandRun.of("conform", "--store", store, triples);

        Path kept = store.resolve("000002");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).contains("the failed case's store is kept in " + kept);
        assertThat(entries(store)).containsExactly(kept);
        CommandRun inspected = CommandRun.of("verify", "--store", kept);
        assertThat(inspected.exitCode()).isZero();
        assertThat(inspected.out()).contains(KnownFiles.ADDED_ROOT);
    }

    @Test
    void aRunThatNeverDidWhatItWasToldFails() {
        Path genesis = files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of(
                "conform",
                "--store",
                store,
                "--flush-every",
                9,
                "--freeze-every",
                9,
                "--merge-every",
                9,
                "--reopen-every",
                9,
                genesis);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .contains(
                        "FAIL asked to flush every 9 blocks, but no overlay was flushed",
                        "FAIL asked to freeze every 9 blocks, but no segment was frozen",
                        "FAIL asked to merge every 9 blocks, but no segment was merged",
                        "FAIL asked to reopen every 9 blocks, but no store was reopened",
                        "1 passed, 0 failed, 0 skipped");
    }

    @ParameterizedTest
    @ValueSource(strings = {"conform", "import", "chain"})
    void aDirectoryThatIsNotEmptyIsRefused(String command) throws IOException {
        Files.createDirectory(store);
        Files.writeString(store.resolve("other"), "x");
        Path genesis = files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of(command, "--store", store, genesis);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(store + ": not empty, expected an empty or absent directory for a new store");
        assertThat(entries(store)).hasSize(1);
    }

    @Test
    void demoPlaysInAStore() {
        CommandRun run = CommandRun.of(
                "demo",
                "--slots",
                1_000,
                "--accounts",
                100,
                "--blocks",
                3,
                "--store",
                store,
                "--flush-every",
                2,
                "--reopen-every",
                3,
                "--json");

        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("flushes").asLong()).isPositive();
        assertThat(run.json().get("reopenings").asLong()).isEqualTo(1);
        assertThat(run.json().get("lastRootCheck").asText()).isEqualTo("ok");
        CommandRun verified = CommandRun.of("verify", "--store", store);
        assertThat(verified.out()).contains(run.json().get("lastRoot").asText());
        assertThat(verified.exitCode()).isZero();
    }

    @Test
    void aChainGoesOnFromTheStoreOfAnImportAndFromItsOwn() {
        Path genesis = files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));
        String whole =
                KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT).replace(KnownFiles.hash(70), KnownFiles.hash(0));
        Path first =
                files.plain("first", whole.substring(0, whole.stripTrailing().lastIndexOf('\n') + 1));
        Path all = files.plain("all", whole);

        CommandRun imported = CommandRun.of("import", "--store", store, genesis);
        CommandRun begun = CommandRun.of("chain", "--store", store, first);
        CommandRun goneOn = CommandRun.of("chain", "--store", store, all, "--json");
        CommandRun again = CommandRun.of("chain", "--store", store, "--genesis", genesis, all);

        assertThat(List.of(imported.exitCode(), begun.exitCode(), goneOn.exitCode(), again.exitCode()))
                .containsOnly(0);
        assertThat(begun.lastLine()).isEqualTo("1 passed, 0 failed, 0 skipped");
        assertThat(goneOn.json().get("passed").asInt()).isEqualTo(1);
        assertThat(goneOn.out()).contains("state root " + KnownFiles.SEPOLIA_ROOT + " ok");
    }

    @Test
    void aTreeOfBlocksGoesOnAcrossAReopeningWithItsSideBranches() {
        Path part = files.plain("part", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3));
        String more = KnownFiles.chain(KnownFiles.ADDED_ROOT, 4)
                .replace(
                        "],\"head\"",
                        "," + KnownFiles.block(5, 4, 3, KnownFiles.SEPOLIA_ROOT, KnownFiles.REMOVE) + "],\"head\"")
                .replace("\"head\":\"" + KnownFiles.hash(4), "\"head\":\"" + KnownFiles.hash(5));
        Path grown = files.plain("grown", more);

        CommandRun first = CommandRun.of("chain", "--store", store, part);
        CommandRun second = CommandRun.of("chain", "--store", store, grown);

        assertThat(first.exitCode()).as(first.out() + first.err()).isZero();
        assertThat(second.exitCode()).as(second.out() + second.err()).isZero();
        // The first run ended at block 3, which stands before 4 in the file.
        assertThat(second.lastLine()).isEqualTo("2 passed, 0 failed, 0 skipped");
    }

    @Test
    void aChainIsRefusedAStoreOfAnotherOneAndAStoreIsRefusedTwoChains() {
        Path genesis = files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));
        Path vectors = files.plain("other", KnownFiles.blockWindow());
        String tree = KnownFiles.chain(KnownFiles.ADDED_ROOT, 3);
        Path twoTrees = files.plain("two", tree + tree);

        CommandRun.of("import", "--store", store, genesis);
        CommandRun other = CommandRun.of("chain", "--store", store, vectors);
        CommandRun two = CommandRun.of("chain", "--store", folder.resolve("second"), twoTrees);

        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err())
                .contains("its head is block " + KnownFiles.hash(0) + " with root " + KnownFiles.SEPOLIA_ROOT)
                .contains("neither a block of the files nor the state that one of them begins at");
        assertThat(two.exitCode()).isEqualTo(2);
        assertThat(two.err()).contains("holds one chain, but another one begins here");
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }
}
