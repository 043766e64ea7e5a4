package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that run the engine give with a cache, or a warmer, what they give without, and say what it did. */
class CacheRunsTest {
    private static final String[] DEMO = {
        "demo", "--json", "--slots", "3000", "--accounts", "300", "--blocks", "3", "--seed", "7"
    };

    @TempDir
    Path folder;

    private List<Path> inputs;
    private Path store;

    @BeforeEach
    void prepare() throws IOException {
        TestFolder files = new TestFolder(folder);
        store = folder.resolve("store");
        inputs = List.of(
                files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT)),
                files.plain("triples", KnownFiles.triple(KnownFiles.SEPOLIA_ROOT, KnownFiles.ADDED_ROOT)),
                files.plain("window", KnownFiles.blockWindow()),
                files.plain("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3)));
    }

    private static CommandRun run(List<?> first, String options, List<?> last) {
        List<Object> call = new ArrayList<>(first);
        call.addAll(List.of(options.isEmpty() ? new Object[0] : options.split(" ")));
        call.addAll(last);
        return CommandRun.of(call.toArray());
    }

    private CommandRun conform(String options) {
        return run(List.of("conform", "--json"), options, inputs);
    }

    @ParameterizedTest
    @CsvSource({
        "'--cache block --shadow', false",
        "'--cache cross --shadow', true",
        "'--cache cross --shadow --cache-bytes 3000', true",
        "'--cache cross --shadow --store DIR --flush-every 1', true",
        "'--cache CROSS --shadow --store DIR --flush-every 1 --freeze-every 2 --merge-every 3', true",
        "'--cache block --shadow --store DIR --flush-every 1 --merge-every 2 --reopen-every 3', false",
        "'--cache cross --shadow --store DIR', false"
    })
    void conformPassesWithEveryCacheWhatItPassesWithout(String options, boolean hits) {
        int passed = conform("").json().get("passed").asInt();

        CommandRun run = conform(options.replace("DIR", store.toString()));

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains(passed + " passed, 0 failed, 0 skipped").contains("rows read by tier: block ");
        assertThat(run.exitCode()).isZero();
        JsonNode json = run.json();
        long found = json.get("pinnedHits").asLong() + json.get("evictingHits").asLong();
        if (hits) {
            assertThat(found).isPositive();
        }
        assertThat(json.get("shadowChecks").asLong()).isEqualTo(found);
        assertThat(json.get("divergences").asLong()).isZero();
    }

    /** Below an overlay that is never flushed a cache is not read. */
    @Test
    void anOverlayThatIsNotFlushedHidesTheCache() {
        JsonNode json = conform("--cache cross --store " + store).json();
        assertThat(json.get("overlayRows").asLong()).isPositive();
        assertThat(json.get("cacheMisses").asLong()).isZero();
        assertThat(json.get("segmentRows").asLong()).isZero();
    }

    /** A budget that no row fits into: every block reads files, and the run that was to keep rows says so. */
    @Test
    void aRunThatWasToKeepRowsAndFoundNoneFails() {
        CommandRun run = conform("--cache cross --cache-bytes 1 --store " + store + " --flush-every 1");
        assertThat(run.out()).contains("FAIL asked to keep rows across blocks, but none was found in a cache");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void aDemoReadsFewerRowsFromFilesWithACacheAcrossBlocksAndGivesTheSameRoots() {
        String inStore = "--flush-every 1 --store ";
        JsonNode without =
                run(List.of(DEMO), inStore + folder.resolve("off"), List.of()).json();
        JsonNode with = run(List.of(DEMO), "--cache cross --shadow " + inStore + folder.resolve("cross"), List.of())
                .json();
        assertThat(with.get("blocks").findValuesAsText("root"))
                .isEqualTo(without.get("blocks").findValuesAsText("root"));
        assertThat(with.get("segmentRows").asLong() * 10)
                .isLessThan(without.get("segmentRows").asLong());
    }

    @ParameterizedTest
    @ValueSource(strings = {"touch", "bal"})
    void aDemoWithAWarmerGivesTheSameRoots(String told) {
        JsonNode without = run(List.of(DEMO), "", List.of()).json();
        JsonNode with = run(List.of(DEMO), "--warmer " + told, List.of()).json();
        assertThat(with.get("blocks").findValuesAsText("root"))
                .isEqualTo(without.get("blocks").findValuesAsText("root"));
        JsonNode warmer = with.get("warmer");
        // 3 blocks that write each of 3,000 slots; a list names the account as well.
        assertThat(warmer.get("touched").asLong()).isBetween(9_000L, 9_003L);
        assertThat(warmer.get("failed").asLong()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--cache sometimes", "--cache-bytes 5", "--shadow", "--cache block --cache-bytes 0"})
    void whatContradictsItselfIsRefused(String options) {
        CommandRun run = conform(options);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).containsPattern("--(cache|shadow|warmer|workers)");
    }
}
