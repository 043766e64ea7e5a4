package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.espalier.store.SegmentFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code replay} plays the five workloads in memory and on disk with the same roots, and leaves the base as it is. */
class ReplayCommandTest {
    @TempDir
    Path folder;

    private static CommandRun replay(String workload, String options) {
        List<Object> call = new ArrayList<>(List.of(
                "replay",
                workload,
                "--slots",
                3000,
                "--accounts",
                500,
                "--contracts",
                200,
                "--updates",
                2000,
                "--json"));
        call.addAll(List.of(options.split(" ")));
        return CommandRun.of(call.toArray());
    }

    private static JsonNode played(String workload, String options) {
        CommandRun run = replay(workload, options);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        return run.json();
    }

    private static List<JsonNode> blocks(CommandRun run) throws IOException {
        List<JsonNode> blocks = new ArrayList<>();
        for (String line : run.lines()) {
            if (line.startsWith("{\"number\"")) {
                blocks.add(new ObjectMapper().readTree(line));
            }
        }
        return blocks;
    }

    @ParameterizedTest
    @CsvSource({"sstore-bloat,3", "cross-account,3", "hot-window,6", "batch,2", "reorg-heavy,23"})
    void aWorkloadGivesTheSameRootInMemoryOnDiskAndWithACache(String workload, int blocks) {
        String count = "--blocks " + blocks + " --bloat-every 3";
        JsonNode memory = played(workload, count);
        String store = " --flush-every 1 --store " + folder.resolve("state");

        JsonNode disk = played(workload, count + " --check" + store);
        JsonNode cached = played(workload, count + " --check --cache cross --shadow --cold --threads 2" + store);

        assertThat(disk.get("stateRoot")).isEqualTo(memory.get("stateRoot"));
        assertThat(cached.get("stateRoot")).isEqualTo(memory.get("stateRoot"));
        assertThat(disk.get("stateRootCheck").asText()).isEqualTo("ok");
        assertThat(disk.get("gas")).isEqualTo(memory.get("gas"));
        assertThat(disk.get("loads")).isEqualTo(disk.get("distinctLoads"));
        assertThat(disk.get("absentProbes").asLong()).isZero();
        assertThat(disk.get("pages").asLong()).isPositive();
        assertThat(disk.get("host").get("diskReadMicros").asDouble()).isPositive();
        assertThat(disk.get("hitRate").asDouble()).isLessThan(1);
        assertThat(cached.get("hitRate").asDouble())
                .isGreaterThan(disk.get("hitRate").asDouble());
    }

    @ParameterizedTest
    @ValueSource(strings = {"touch", "bal"})
    void aWarmerChangesNoRootAndItsRowsAreNotWaitedForTwice(String told) {
        JsonNode memory = played("hot-window", "--blocks 6 --bloat-every 3");

        JsonNode warmed = played(
                "hot-window",
                "--blocks 6 --bloat-every 3 --check --cold --flush-every 1 --cache cross --shadow --warmer " + told
                        + " --store " + folder.resolve("state"));

        assertThat(warmed.get("stateRoot")).isEqualTo(memory.get("stateRoot"));
        JsonNode warmer = warmed.get("warmer");
        assertThat(warmer.get("useful").asLong()).isPositive();
        assertThat(warmer.get("failed").asLong()).isZero();
        assertThat(warmed.get("loads")).isEqualTo(warmed.get("distinctLoads"));
        assertThat(warmed.get("timeNanos").get("warmerWait").asLong()).isPositive();
        assertThat(warmed.get("hitRate").asDouble()).isBetween(0.0, 1.0);
    }

    @Test
    void anotherSeedGivesAnotherRootAndTheSameTheSame() {
        JsonNode first = played("hot-window", "--blocks 2 --seed 3");

        assertThat(played("hot-window", "--blocks 2 --seed 3").get("stateRoot")).isEqualTo(first.get("stateRoot"));
        assertThat(played("hot-window", "--blocks 2 --seed 4").get("stateRoot")).isNotEqualTo(first.get("stateRoot"));
    }

    @Test
    void reorgsAreReallyPlayed() throws IOException {
        List<JsonNode> blocks = blocks(replay("reorg-heavy", "--blocks 21 --per-block"));

        assertThat(blocks).hasSize(21);
        for (JsonNode block : blocks) {
            boolean undoes =
                    block.get("number").asInt() % 10 == 1 && block.get("number").asInt() > 1;
            assertThat(block.get("unwound").asInt() > 0).isEqualTo(undoes);
            assertThat(block.get("timeNanos").get("unwind").asLong() > 0).isEqualTo(undoes);
        }
    }

    @Test
    void aBaseStaysAsItIsAndTheCopyGoes() throws IOException {
        Path store = folder.resolve("state");
        JsonNode first = played("sstore-bloat", "--blocks 2 --store " + store);
        List<String> before = content();

        JsonNode second = played("sstore-bloat", "--blocks 2 --store " + store);

        assertThat(second.get("startRoot")).isEqualTo(first.get("startRoot"));
        assertThat(second.get("stateRoot")).isEqualTo(first.get("stateRoot")).isNotEqualTo(first.get("startRoot"));
        assertThat(content()).isEqualTo(before);
        CommandRun generated = CommandRun.of(
                "generate", "--slots", 3000, "--accounts", 500, "--contracts", 200, "--store", store, "--json");
        assertThat(generated.json().get("stateRoot")).isEqualTo(first.get("startRoot"));
    }

    /** What lies beside the store, and names and sizes of its segment files. */
    private List<String> content() throws IOException {
        try (Stream<Path> beside = Files.list(folder);
                Stream<Path> segments = Files.list(SegmentFolder.of(folder.resolve("state")))) {
            return Stream.concat(
                            beside.map(Path::toString),
                            segments.map(file -> file + " " + file.toFile().length()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aBaseOfAnotherShapeIsRefusedNamingBoth() {
        String store = "--blocks 1 --store " + folder.resolve("state");
        played("sstore-bloat", store);

        CommandRun other = replay("sstore-bloat", store + " --seed 2");

        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).contains("--seed 1").contains("expected").contains("--seed 2");
    }

    @Test
    void theSummaryCountsTheBlocksThatItIsToCount() throws IOException {
        CommandRun run = replay("cross-account", "--blocks 3 --leave-out 1 --per-block");
        List<JsonNode> blocks = blocks(run);
        JsonNode summary = run.json();

        assertThat(summary.get("gas").asLong())
                .isEqualTo(blocks.get(1).get("gas").asLong()
                        + blocks.get(2).get("gas").asLong());
        assertThat(summary.get("stateRoot")).isEqualTo(blocks.get(2).get("stateRoot"));
        assertThat(summary.has("pages")).as("nothing is read in memory").isFalse();
        assertThat(summary.has("hitRate")).isFalse();
        for (String part : List.of("execution", "normalise", "unfold", "fold", "hash", "commit")) {
            assertThat(summary.get("timeNanos").get(part).asLong()).as(part).isPositive();
        }
        assertThat(summary.get("mgasPerSecond").get("min").asDouble())
                .isPositive()
                .isLessThanOrEqualTo(summary.get("mgasPerSecond").get("max").asDouble());
        assertThat(summary.get("allocatedBytesPerBlock").asLong()).isPositive();
        assertThat(summary.get("heapBytes").asLong()).isPositive();
        assertThat(summary.get("host").get("cpus").asInt()).isPositive();
    }

    @Test
    void aBloatBlockOfFullSizeTakesThirtyMillionGas() {
        CommandRun run = CommandRun.of(
                "replay",
                "sstore-bloat",
                "--slots",
                5000,
                "--accounts",
                3002,
                "--contracts",
                1,
                "--blocks",
                1,
                "--json");

        assertThat(run.json().get("gas").asLong()).isEqualTo(30_000_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bloat",
                "sstore-bloat --cold",
                "sstore-bloat --blocks 0",
                "sstore-bloat --blocks 2 --leave-out 2",
                "hot-window --accounts 0",
                "hot-window --contracts 0",
                "hot-window --bloat-every -1",
                "batch --updates 0",
                ""
            })
    void whatCannotBePlayedIsRefused(String call) {
        CommandRun run = CommandRun.of(
                Stream.concat(Stream.of("replay"), Stream.of(call.split(" ")).filter(word -> !word.isEmpty()))
                        .toArray());

        assertThat(run.exitCode()).as(run.out()).isEqualTo(2);
        assertThat(run.err()).isNotEmpty().doesNotContain("internal error");
    }
}
