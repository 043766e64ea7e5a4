package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.espalier.bench.KnownFiles;
import dev.espalier.bench.TestFolder;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names come from files and calls, and a line of output must stay what it is whatever they hold. */
class HostileNamesTest {
    private static final String IN_JSON = "evil\\n9 passed, 0 failed\\u001b[31m";
    private static final String ESCAPED = "evil\\n9 passed, 0 failed\\u001b[31m";

    @TempDir
    Path folder;

    private TestFolder files;

    @BeforeEach
    void prepare() {
        files = new TestFolder(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"conform", "chain"})
    void aCaseNameIsPrintedEscaped(String command) {
        String chain = KnownFiles.chain(KnownFiles.WRONG_ROOT, 3).replace("\"tree\"", '"' + IN_JSON + '"');

        CommandRun run = CommandRun.of(command, files.plain("chain", chain));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("case \"" + ESCAPED + "\", block 2").doesNotContain("\u001b");
        assertThat(run.lines()).noneMatch(line -> line.startsWith("9 passed"));
    }

    @Test
    void aLongNameIsClippedInTextAndJson() {
        String name = "n".repeat(3_000_000);
        Path chain =
                files.plain("chain", KnownFiles.chain(KnownFiles.WRONG_ROOT, 3).replace("\"tree\"", '"' + name + '"'));
        Path rlp = files.plain(
                "rlp",
                "{\"%s\":{\"in\":\"%s\",\"out\":\"0x%s\"}}".formatted("r".repeat(40_000), name, "80".repeat(9999)));
        Path number = files.plain(
                "number",
                KnownFiles.chain(KnownFiles.WRONG_ROOT, 3).replace("\"number\":2", "\"number\":\"" + name + '"'));

        CommandRun run = CommandRun.of("conform", "--json", chain, rlp, number);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).allMatch(line -> line.length() < 5000);
        for (JsonNode file : run.json().get("files")) {
            JsonNode failure = file.get("failures").get(0);
            assertThat(failure.get("case").asText()).hasSizeLessThanOrEqualTo(320);
            assertThat(failure.get("got").asText()).hasSizeLessThanOrEqualTo(120);
        }
    }

    @Test
    void aNameOfThreeHundredCharactersIsPrintedWhole() {
        String name = "test[" + "n".repeat(294) + "]";
        Path chain =
                files.plain("chain", KnownFiles.chain(KnownFiles.ADDED_ROOT, 3).replace("tree", name));

        assertThat(CommandRun.of("chain", chain).out()).contains("line 1 " + name + ": ");
    }

    @Test
    void aMessageAboutAFileIsOneLine() {
        Path unknown = files.plain("unknown", "{\"" + IN_JSON + "\":1,\"" + "f".repeat(40_000) + "\":2}");
        Path field = files.plain("field", KnownFiles.genesis("0x12").replace("0x12", IN_JSON));
        Path nonce = files.plain(
                "nonce", KnownFiles.vectors("0x12").replace("\"nonce\":\"1\"", "\"nonce\":\"18446744073709551616\""));
        Path missing = folder.resolve("evil\n0 failed\u001b");

        CommandRun run = CommandRun.of("conform", unknown, field, nonce, missing);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("espalier: ") && line.length() < 1000);
        assertThat(run.err())
                .contains("the fields " + ESCAPED, "found \"" + ESCAPED + '"', "evil\\n0 failed\\u001b: no such file");
        assertThat(run.out()).contains("evil\\n0 failed\\u001b  not recognised");
    }

    @Test
    void aWrongCallIsQuotedEscaped() {
        CommandRun run = CommandRun.of("conform", "x", "--evil\n9 passed");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(2);
        assertThat(run.err()).startsWith("espalier conform: Unknown option: '--evil\\n9 passed'");
    }
}
