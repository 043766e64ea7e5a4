package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the whole collection of known answers, where it is there: {@code ../shared/data} beside the project. */
class KnownAnswersTest {
    private static final List<String> FILES = List.of(
            "trie/*.json",
            "rlp/*.json",
            "genesis/*.json.gz",
            "vectors/*.json",
            "triples/*.gz",
            "chains/*.gz",
            "workload/hotwindow.jsonl.gz");

    @TempDir
    private Path folder;

    private Path data;
    private Path stores;

    @BeforeEach
    void findData() {
        stores = folder.resolve("stores");
        String root = System.getProperty("espalier.root");
        assumeTrue(root != null, "not applicable: the system property espalier.root is not set");
        data = Path.of(root).toAbsolutePath().resolveSibling("shared").resolve("data");
        assumeTrue(Files.isDirectory(data), "not applicable: there is no folder ../shared/data beside the project");
    }

    @Test
    void passesSequentially() throws IOException {
        assertPasses(15_156, conform(FILES));
    }

    @Test
    void passesSplitAndPartitioned() throws IOException {
        CommandRun run = conform(FILES, "--threads", 2, "--partition", 7, "--json");

        assertPasses(15_156, run);
        assertThat(run.json().get("subtreeTasks").asLong()).isPositive();
        assertThat(run.json().get("partitions").asLong()).isPositive();
        assertThat(run.json().get("absentProbes").asLong()).isZero();
        assertThat(run.json().get("loads").asLong())
                .isPositive()
                .isEqualTo(run.json().get("distinctLoads").asLong());
    }

    @Test
    void passesOneOperationABlock() throws IOException {
        CommandRun run = conform(List.of("vectors/*.json", "triples/*.gz"), "--per-operation");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lastLine()).isEqualTo("8272 passed, 0 failed, 0 skipped");
    }

    @Test
    void passesEachOtherWayToRun() throws IOException {
        assumeTrue(Boolean.getBoolean("espalier.long"), "not applicable: runs with -Dlong");

        assertPasses(15_156, conform(FILES, "--threads", 2));
        assertPasses(15_156, conform(FILES, "--threads", 4));
        assertPasses(15_156, conform(FILES, "--partition", 7));
        assertPasses(15_156, conform(FILES, "--threads", 4, "--partition", 7, "--per-operation"));
    }

    @Test
    void passesInStoresOnDisk() throws IOException {
        CommandRun run = conform(
                List.of("trie/*.json", "vectors/*.json", "chains/bal_chains.jsonl.gz"),
                "--store",
                stores,
                "--flush-every",
                1,
                "--merge-every",
                3,
                "--reopen-every",
                5,
                "--json");

        assertThat(run.out()).contains("177 passed, 0 failed, 12 skipped");
        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("segmentRows").asLong()).isPositive();
        assertThat(run.json().get("reopenings").asLong()).isPositive();
    }

    @Test
    void passesInStoresOnDiskWithEachWayToDisturbThem() throws IOException {
        assumeTrue(Boolean.getBoolean("espalier.long"), "not applicable: runs with -Dlong");

        assertPasses(15_156, conform(FILES, "--store", stores));
        assertPasses(15_156, conform(FILES, "--store", stores, "--flush-every", 1));
        assertPasses(15_156, conform(FILES, "--store", stores, "--merge-every", 3));
        assertPasses(15_156, conform(FILES, "--store", stores, "--reopen-every", 5));
        assertPasses(
                15_156, conform(FILES, "--store", stores, "--flush-every", 1, "--merge-every", 3, "--reopen-every", 5));
    }

    private static void assertPasses(int passed, CommandRun run) {
        assertThat(run.out()).contains(passed + " passed, 0 failed, 12 skipped");
        assertThat(run.out()).contains("243 side blocks");
        assertThat(run.err()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    private CommandRun conform(List<String> patterns, Object... options) throws IOException {
        List<Object> call = new ArrayList<>(List.of("conform"));
        call.addAll(List.of(options));
        for (String pattern : patterns) {
            int folderEnd = pattern.indexOf('/');
            Path folder = data.resolve(pattern.substring(0, folderEnd));
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern.substring(folderEnd + 1))) {
                files.forEach(call::add);
            }
        }
        return CommandRun.of(call.toArray());
    }
}
