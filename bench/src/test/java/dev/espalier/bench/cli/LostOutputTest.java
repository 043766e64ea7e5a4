package dev.espalier.bench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LostOutputTest {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "--version", "demo --slots 10 --accounts 0 --blocks 1 --json"})
    void outputThatCannotBeWrittenIsNoSuccess(String call) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream full = new PrintStream(new FullDevice(), false, UTF_8);

        int exitCode = Espalier.run(call.split(" "), full, new PrintStream(err, true, UTF_8));

        assertThat(exitCode).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualToIgnoringNewLines("espalier: the output could not be written to standard output");
    }

    @Test
    void lostOutputLeavesTheExitCodeOfAWrongCall() {
        PrintStream full = new PrintStream(new FullDevice(), false, UTF_8);

        assertThat(Espalier.run(new String[] {"conform", "--json"}, full, new PrintStream(full)))
                .isEqualTo(2);
    }

    @Test
    void writtenOutputKeepsTheExitCode() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(Espalier.run(new String[] {"--help"}, new PrintStream(out, false, UTF_8), System.err))
                .isZero();
        assertThat(out.toString(UTF_8)).contains("Exit codes");
    }

    private static final class FullDevice extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            throw new IOException("No space left on device");
        }
    }
}
