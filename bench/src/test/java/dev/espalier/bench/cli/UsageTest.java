package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
    static Stream<Arguments> wrongCalls() {
        return Stream.of(
                arguments("", "espalier: a command is missing"),
                arguments("prune", "espalier: Unmatched argument at index 0: 'prune'"),
                arguments("conform", "espalier conform: Missing required parameter: 'FILE'"),
                arguments("conform --colour x", "espalier conform: Unknown option: '--colour'"),
                arguments("conform x --threads 0", "espalier conform: --threads=0, expected at least 1"),
                arguments("conform x --threads two", "espalier conform: Invalid value for option '--threads'"),
                arguments("conform x --partition -1", "espalier conform: --partition=-1, expected at least 0"),
                arguments("import", "espalier import: Missing required parameter: 'FILE'"),
                arguments("import a b", "espalier import: Unmatched argument at index 2: 'b'"),
                arguments("chain", "espalier chain: Missing required parameter: 'FILE'"),
                arguments("demo --slots 0", "espalier demo: --slots=0, expected at least 1"),
                arguments("demo --slots -5", "espalier demo: --slots=-5, expected at least 1"),
                arguments("demo --accounts -1", "espalier demo: --accounts=-1, expected at least 0"),
                arguments("demo --blocks 0", "espalier demo: --blocks=0, expected at least 1"),
                arguments("demo --threads 0", "espalier demo: --threads=0, expected at least 1"),
                arguments("demo --slots 99999999999", "espalier demo: Invalid value for option '--slots'"));
    }

    @ParameterizedTest
    @MethodSource("wrongCalls")
    void aWrongCallIsRefusedInTwoLines(String call, String problem) {
        CommandRun run = CommandRun.of((Object[]) (call.isEmpty() ? new String[0] : call.split(" ")));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith(problem);
        assertThat(run.err().lines()).hasSize(2).last().asString().endsWith("--help'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"conform", "import", "chain", "demo"})
    void helpNamesTheDefaultOfEachOption(String command) {
        CommandRun run = CommandRun.of(command, "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("--threads=N").contains("--partition=N").contains("--json");
        long options = run.lines().stream()
                .filter(line -> line.stripLeading().startsWith("--"))
                .count();
        long defaults = run.out().split("\\(default:", -1).length - 1L;
        assertThat(defaults).isEqualTo(options);
    }

    @Test
    void helpNamesTheCommandsAndTheExitCodes() {
        CommandRun run = CommandRun.of("--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("conform", "import", "chain", "demo", "Exit codes", "a check failed");
    }

    @Test
    void tellsItsVersion() {
        CommandRun run = CommandRun.of("--version");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("espalier ");
    }
}
