package dev.espalier.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** A call that comes to nothing says so to whatever reads its output. */
class FailedCallTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "conform --json",
                "conform --threads 0 x --json",
                "conform --json --threads two x",
                "--json conform --colour x",
                "chain --json=true --partition -1 x",
                "demo --slots 0 --json",
                "import a b --json"
            })
    void aWrongCallPrintsOneJsonObjectWhenAskedTo(String call) {
        CommandRun run = CommandRun.of((Object[]) call.split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.lines()).hasSize(1);
        assertThat(run.json().get("exitCode").asInt()).isEqualTo(2);
        assertThat(run.err()).contains(run.json().get("error").asText());
    }

    @Test
    void theObjectNamesTheCommand() {
        assertThat(CommandRun.of("conform", "--json").json().get("command").asText())
                .isEqualTo("conform");
        assertThat(CommandRun.of("--json").json().get("command").asText()).isEqualTo("espalier");
    }

    @Test
    void aFileOfThatNameIsNoOption() {
        assertThat(CommandRun.of("import", "--", "--json", "b").out()).isEmpty();
    }

    static Stream<Arguments> thrown() {
        return Stream.of(
                arguments(
                        new OutOfMemoryError("Java heap space"),
                        "out of memory (Java heap space), the heap is at most"),
                arguments(new StackOverflowError(), "internal error: java.lang.StackOverflowError"),
                arguments(
                        new IllegalStateException("broken"),
                        "internal error: java.lang.IllegalStateException: broken"));
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void aBrokenCommandSaysSoInTextAndJson(Throwable thrown, String problem) throws IOException {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Espalier.commandLine();
        CommandSpec breaking = CommandSpec.forAnnotatedObject(new Breaking(thrown));
        breaking.addMixin("output", CommandSpec.forAnnotatedObject(new OutputOptions()));
        command.addSubcommand("break", breaking);
        command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

        assertThat(command.execute("break", "--json")).isEqualTo(1);

        JsonNode json = new ObjectMapper().readTree(out.toString());
        assertThat(json.get("command").asText()).isEqualTo("break");
        assertThat(json.get("exitCode").asInt()).isEqualTo(1);
        assertThat(json.get("error").asText()).startsWith(problem);
        assertThat(err.toString()).startsWith("espalier: " + problem);
        assertThat(err.toString().lines()).hasSize(1);
    }

    @Command
    private static final class Breaking implements Callable<Integer> {
        private final Throwable thrown;

        private Breaking(Throwable thrown) {
            this.thrown = thrown;
        }

        @Override
        public Integer call() throws Exception {
            if (thrown instanceof Exception exception) {
                throw exception;
            }
            throw (Error) thrown;
        }
    }
}
