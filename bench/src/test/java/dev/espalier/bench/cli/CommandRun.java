package dev.espalier.bench.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/**
 * A command as it was run inside of this process.
 *
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
record CommandRun(int exitCode, String out, String err) {
    static CommandRun of(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                Espalier.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode =
                command.execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    List<String> lines() {
        return out.lines().toList();
    }

    String lastLine() {
        return lines().getLast();
    }

    /** Parses the last line. */
    JsonNode json() {
        try {
            return new ObjectMapper().readTree(lastLine());
        } catch (JsonProcessingException e) {
            throw new AssertionError("the last line is not JSON: " + lastLine(), e);
        }
    }
}
