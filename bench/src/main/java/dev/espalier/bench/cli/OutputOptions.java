package dev.espalier.bench.cli;

import dev.espalier.bench.json.JsonLine;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command about what it prints. */
final class OutputOptions {
    @Option(
            names = "--json",
            description = "print the result as one JSON object, too: the last line of standard output (default: off)")
    private boolean json;

    /** Prints the result as JSON if that was asked for. */
    void print(PrintWriter out, Map<String, @Nullable Object> result) {
        if (json) {
            out.println(JsonLine.of(result));
        }
        out.flush();
    }
}
