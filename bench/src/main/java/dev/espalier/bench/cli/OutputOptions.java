package dev.espalier.bench.cli;

import dev.espalier.bench.json.JsonLine;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options of every command about what it prints. */
final class OutputOptions {
    private static final String JSON = "--json";
    private static final String END_OF_OPTIONS = "--";

    @Option(
            names = JSON,
            description = "print the result as one JSON object, too: the last line of standard output (default: off)")
    private boolean json;

    /** Prints the result as JSON if that was asked for. */
    void print(PrintWriter out, Map<String, @Nullable Object> result) {
        if (json) {
            out.println(JsonLine.of(result));
        }
        out.flush();
    }

    /**
     * Prints as JSON why a call has no result, if JSON was asked for.
     *
     * @param arguments of the call, which may be too wrong to be parsed
     */
    static void printError(CommandLine command, List<String> arguments, int exitCode, String error) {
        if (!asksForJson(arguments)) {
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("command", command.getCommandName());
        fields.put("exitCode", exitCode);
        fields.put("error", error);
        command.getOut().println(JsonLine.of(fields));
        command.getOut().flush();
    }

    private static boolean asksForJson(List<String> arguments) {
        return arguments.stream()
                .takeWhile(argument -> !argument.equals(END_OF_OPTIONS))
                .anyMatch(argument -> argument.equals(JSON) || argument.equals(JSON + "=true"));
    }
}
