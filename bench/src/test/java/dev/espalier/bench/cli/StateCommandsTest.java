package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateCommandsTest {
    @TempDir
    Path folder;

    @Test
    void importBuildsAGenesisStateAndChecksItsRoot() {
        Path genesis = new TestFolder(folder).gzip("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of("import", genesis, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("sepolia: 15 accounts, 0 slots, state root " + KnownFiles.SEPOLIA_ROOT + " ok")
                .contains("0 absent probes");
        assertThat(run.json().get("command").asText()).isEqualTo("import");
        assertThat(run.json().get("passed").asInt()).isEqualTo(1);
        JsonNode state = run.json().get("cases").get(0);
        assertThat(state.get("accounts").asInt()).isEqualTo(15);
        assertThat(state.get("slots").asInt()).isZero();
        assertThat(state.get("root").asText()).isEqualTo(KnownFiles.SEPOLIA_ROOT);
        assertThat(state.get("elapsedNanos").asLong()).isPositive();
    }

    @Test
    void importFailsOnAnotherRoot() {
        Path genesis = new TestFolder(folder).plain("genesis", KnownFiles.genesis(KnownFiles.WRONG_ROOT));

        CommandRun run = CommandRun.of("import", genesis);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("1 FAILED").contains("expected " + KnownFiles.WRONG_ROOT);
    }

    @Test
    void importRefusesWhatIsNoGenesisState() {
        Path chain = new TestFolder(folder).plain("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3));

        CommandRun run = CommandRun.of("import", chain);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualToIgnoringNewLines("espalier: " + chain + ": expected genesis state, found block chains");
    }

    @Test
    void chainPlaysTreesOfBlocksLineByLine() {
        Path chains = new TestFolder(folder)
                .gzip(
                        "chains",
                        KnownFiles.chain(KnownFiles.ADDED_ROOT, 3) + KnownFiles.chain(KnownFiles.ADDED_ROOT, 4));

        CommandRun run = CommandRun.of("chain", chains, "--threads", 2);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains(
                        "line 1 tree: 5 blocks, 2 side blocks, 4 unwinds, head root " + KnownFiles.SEPOLIA_ROOT + " ok")
                .contains(
                        "line 2 tree: 5 blocks, 2 side blocks, 3 unwinds, head root " + KnownFiles.ADDED_ROOT + " ok");
        assertThat(run.lastLine()).isEqualTo("10 passed, 0 failed, 0 skipped");
    }

    @Test
    void chainContinuesFromTheGivenGenesis() {
        TestFolder files = new TestFolder(folder);
        Path genesis = files.plain("genesis", KnownFiles.genesis(KnownFiles.SEPOLIA_ROOT));
        Path chain = files.plain("chain", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of("chain", chain, "--genesis", genesis, "--json");

        assertThat(run.exitCode()).isZero();
        assertThat(run.json().get("passed").asInt()).isEqualTo(3);
        assertThat(run.json().get("cases")).hasSize(2);
        assertThat(run.json().get("cases").get(1).get("blocks").asInt()).isEqualTo(2);
    }

    @Test
    void chainWithoutItsStartIsRefused() {
        Path chain = new TestFolder(folder).plain("chain", KnownFiles.continuedChain(KnownFiles.SEPOLIA_ROOT));

        CommandRun run = CommandRun.of("chain", chain, "--json");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.json().get("exitCode").asInt()).isEqualTo(2);
        assertThat(run.out()).contains("needs a file that ends with the state root " + KnownFiles.SEPOLIA_ROOT);
        assertThat(run.err()).contains("--genesis");
    }

    @Test
    void chainFailsOnAnotherRoot() {
        Path chains = new TestFolder(folder).plain("chains", KnownFiles.chain(KnownFiles.WRONG_ROOT, 3));

        CommandRun run = CommandRun.of("chain", chains);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("1 FAILED").contains("expected " + KnownFiles.WRONG_ROOT);
    }
}
