package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.segment.SegmentEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The commands that make up a large state once, and measure on it. */
class LargeStateCommandsTest {
    private static final String ROOT_OF_1000 = "0x17a0e26d9a35f621cc16e50bb2f77ae26c91401c160fa5cf2a31d714c819ce1b";

    @TempDir
    Path folder;

    private CommandRun generate(int contracts, Object... more) {
        Object[] shape = {"generate", "--slots", 1000, "--accounts", 60, "--contracts", contracts, "--json"};
        return CommandRun.of(Stream.concat(Stream.of(shape), Stream.of(more)).toArray());
    }

    private Path made() {
        Path store = folder.resolve("state");
        CommandRun run = generate(20, "--store", store);
        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        return store;
    }

    @Test
    void aStateIsTheSameInMemoryAndOnDiskAndHasTheKnownStorageRoot() {
        JsonNode memory = generate(20).json();
        JsonNode disk = generate(20, "--store", folder.resolve("state")).json();
        JsonNode otherSeed = generate(20, "--seed", 2).json();

        assertThat(memory.get("storageRoot").asText()).isEqualTo(ROOT_OF_1000);
        assertThat(disk.get("storageRoot").asText()).isEqualTo(ROOT_OF_1000);
        assertThat(disk.get("stateRoot")).isEqualTo(memory.get("stateRoot"));
        assertThat(otherSeed.get("storageRoot").asText()).isEqualTo(ROOT_OF_1000);
        assertThat(otherSeed.get("stateRoot")).isNotEqualTo(memory.get("stateRoot"));
    }

    @Test
    void aStateThatIsThereIsUsedAgainAndOneOfAnotherShapeRefusedNamingBoth() {
        Path store = made();

        CommandRun again = generate(20, "--store", store);
        CommandRun other = generate(21, "--store", store);

        assertThat(again.exitCode()).isZero();
        assertThat(again.json().get("builtBefore").asBoolean()).isTrue();
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).contains("--contracts 20 ").contains("expected").contains("--contracts 21 ");
    }

    @Test
    void aStateThatBlocksWereCommittedOnSinceIsFound() throws IOException {
        Path store = made();
        Path recorded = store.resolve("generated.json");
        String changed = Files.readString(recorded).replaceAll("\"stateRoot\":\"0x..", "\"stateRoot\":\"0xff");
        Files.writeString(recorded, changed);

        CommandRun again = generate(20, "--store", store);

        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.out()).contains(", expected 0xff");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"slots\":1000}",
                "null",
                "{\"slots\":-1,\"accounts\":1,\"contracts\":1," + "\"seed\":1,\"stateRoot\":\"0x" + "00" + "\"}"
            })
    void aDamagedRecordOfTheShapeIsRefusedByName(String content) throws IOException {
        Path store = made();
        Files.writeString(store.resolve("generated.json"), content);

        for (CommandRun run : List.of(generate(20, "--store", store), CommandRun.of("commits", "--store", store))) {
            assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
            assertThat(run.err()).contains("generated.json").doesNotContain("internal error");
        }
    }

    @Test
    void commitsPlaysItsBlocksOnACopyThatGoes() throws IOException {
        Path store = made();

        CommandRun run = CommandRun.of("commits", "--store", store, "--blocks", 3, "--flush-every", 1, "--json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode json = run.json();
        assertThat(json.get("blocks").asInt()).isEqualTo(3);
        assertThat(json.get("flushes").asInt()).isEqualTo(3);
        assertThat(json.get("bytesWritten").asLong())
                .isGreaterThan(json.get("changedBytes").asLong());
        assertThat(json.get("changedBytes").asLong()).isPositive();
        assertThat(json.get("slowOnlyByCollections").asInt())
                .isLessThanOrEqualTo(json.get("slowCommits").asInt());
        assertThat(generate(20, "--store", store).exitCode()).as("unchanged").isZero();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(store);
        }
    }

    @Test
    void commitsNeedsAStoreThatGenerateMade() {
        Path demo = folder.resolve("demo");
        CommandRun.of("demo", "--slots", 50, "--accounts", 5, "--blocks", 1, "--store", demo);

        CommandRun without = CommandRun.of("commits");
        CommandRun other = CommandRun.of("commits", "--store", demo);

        assertThat(without.exitCode()).isEqualTo(2);
        assertThat(without.err()).contains("--store DIR must be given");
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err()).contains("no generated.json in it");
    }

    /** H45: a row or a leaf costs a page, an absent leaf hardly ever one. */
    @ParameterizedTest
    @ValueSource(strings = {"", "--cold"})
    void lookupsReadAtMostAPageAKey(String cold) {
        Path store = made();

        CommandRun run = CommandRun.of(Stream.concat(
                        Stream.of("lookups", "--store", store, "--keys", 40, "--rounds", 2, "--json"),
                        cold.isEmpty() ? Stream.empty() : Stream.of(cold))
                .toArray());

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode lookups = run.json().get("lookups");
        assertThat(lookups).hasSize(3 * 5);
        for (JsonNode way : lookups) {
            String kind = way.get("kind").asText();
            boolean absent = kind.startsWith("absent");
            assertThat(way.get("keys").asInt()).as(way.toString()).isPositive();
            assertThat(way.get("pagesPerKey").asDouble()).as(way.toString()).isLessThanOrEqualTo(absent ? 0.1 : 1);
            if (way.get("concurrency").asInt() == 0 && !absent) {
                assertThat(way.get("pagesPerKey").asDouble()).as(way.toString()).isEqualTo(1);
            }
            if (absent) {
                assertThat(way.get("probesPerKey").asDouble())
                        .as(way.toString())
                        .isEqualTo(1);
            }
        }
    }

    @Test
    void shortKeysMakeRowsOfTheBaseShorterAndWhatIsAskedForIsWritten() {
        Path store = made();
        Path full = folder.resolve("full");
        generate(20, "--store", full, "--short-keys", false);

        double rest = bytesARow(store, "--short-keys", true);
        JsonNode hashed = CommandRun.of("merge", "--store", store, "--perfect-hash", "both", "--json")
                .json();
        CommandRun verified = CommandRun.of("verify", "--store", store);

        assertThat(bytesARow(full, "--short-keys", false)).isGreaterThan(rest);
        assertThat(bytesARow(full)).as("left out by a merge").isEqualTo(rest);
        assertThat(hashed.get("exitCode").asInt()).isZero();
        assertThat(verified.exitCode()).as(verified.out()).isZero();
    }

    private static double bytesARow(Path store, Object... form) {
        return CommandRun.of(Stream.concat(Stream.of("merge", "--store", store, "--json"), Stream.of(form))
                        .toArray())
                .json()
                .get("bytesARow")
                .asDouble();
    }

    @Test
    void aFormThatIsNoneIsRefused() {
        CommandRun wrong = CommandRun.of("merge", "--store", folder, "--compress", "all");

        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("'all', expected rows, leaves, both or none");
    }

    @Test
    void theFormIsThatOfTheStoreWhereNothingIsAskedFor() {
        SegmentForm form = new SegmentForm();
        new CommandLine(form).parseArgs();

        assertThat(form.encoding()).isEqualTo(SegmentEncoding.DEFAULT);
    }
}
