package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {
    @Test
    void startsAtTheKnownStorageRootAndChecksTheLastRoot() {
        CommandRun run = demo("--slots", 1000, "--accounts", 50, "--blocks", 2);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("storage root 0x17a0e26d9a35f621cc16e50bb2f77ae26c91401c160fa5cf2a31d714c819ce1b: ok, the"
                        + " known one")
                .containsPattern("last root against a build of the final state from nothing .*: ok");
    }

    @Test
    void playsSmallAccountsWithAllTheirSlotsInEachBlock() {
        CommandRun run = demo("--slots", 1, "--accounts", 0, "--blocks", 1, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("startStorageRootCheck").asText()).isEqualTo("ok");
        assertThat(run.json().get("blocks").get(0).get("gas").asLong()).isEqualTo(9_000_000 + 5_000);
    }

    @Test
    void aBlockOfTheBenchmarkTakesThirtyMillionGas() {
        JsonNode json =
                demo("--slots", 5000, "--accounts", 10, "--blocks", 2, "--json").json();

        assertThat(json.get("startStorageRootCheck").asText()).isEqualTo("unknown");
        assertThat(json.get("lastRootCheck").asText()).isEqualTo("ok");
        assertThat(json.get("exitCode").asInt()).isZero();
        assertThat(json.get("blocks")).hasSize(2);
        for (JsonNode block : json.get("blocks")) {
            assertThat(block.get("gas").asLong()).isEqualTo(30_000_000);
            assertThat(block.get("loads").asLong())
                    .isPositive()
                    .isEqualTo(block.get("distinctLoads").asLong());
            assertThat(block.get("mgasPerSecond").asDouble()).isPositive();
        }
    }

    @Test
    void theSameSeedGivesTheSameRootsAndAnotherSeedOthers() {
        List<String> first = roots("--seed", 7);

        assertThat(roots("--seed", 7)).isEqualTo(first);
        assertThat(roots("--seed", 8)).doesNotContainAnyElementsOf(first);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--threads", "--partition"})
    void rootsDoNotDependOnThreadsAndPartitions(String option) {
        assertThat(roots("--seed", 7, option, 3)).isEqualTo(roots("--seed", 7));
    }

    private static List<String> roots(Object... options) {
        List<Object> call = new ArrayList<>(List.of("--slots", 500, "--accounts", 20, "--blocks", 3, "--json"));
        call.addAll(List.of(options));
        List<String> roots = new ArrayList<>();
        demo(call.toArray())
                .json()
                .get("blocks")
                .forEach(block -> roots.add(block.get("root").asText()));
        assertThat(roots).hasSize(3);
        return roots;
    }

    private static CommandRun demo(Object... options) {
        List<Object> call = new ArrayList<>(List.of("demo"));
        call.addAll(List.of(options));
        return CommandRun.of(call.toArray());
    }
}
