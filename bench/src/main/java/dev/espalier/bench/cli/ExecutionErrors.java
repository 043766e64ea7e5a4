package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.json.PrintableText;
import dev.espalier.bench.json.UnreadableInputException;
import dev.espalier.store.lmdb.StoreLockedException;
import dev.espalier.trie.EspalierException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Runs a command and turns what it throws into a message; the stack trace is for who asks for it. */
final class ExecutionErrors implements IExecutionStrategy, IExecutionExceptionHandler {
    private static final String DEBUG = "ESPALIER_DEBUG";

    /** Errors do not come to the handler of exceptions. */
    @Override
    public int execute(ParseResult parsed) {
        try {
            return new RunLast().execute(parsed);
        } catch (Error e) {
            CommandLine command = parsed.asCommandLineList().getLast();
            String problem = e instanceof OutOfMemoryError ? outOfMemory(e) : internal(e);
            return report(e, problem, Outcome.CHECK_FAILED, command, parsed);
        }
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        return switch (e) {
            case StoreLockedException locked ->
                report(e, String.valueOf(locked.getMessage()), Outcome.UNREADABLE_INPUT, command, parsed);
            case UnreadableInputException _, EspalierException _, UncheckedIOException _ ->
                report(e, String.valueOf(e.getMessage()), Outcome.UNREADABLE_INPUT, command, parsed);
            default -> report(e, internal(e), Outcome.CHECK_FAILED, command, parsed);
        };
    }

    /** Returns whether stack traces are wanted. */
    static boolean debug() {
        return System.getenv(DEBUG) != null;
    }

    private static int report(
            Throwable cause, String problem, Outcome outcome, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        err.println("espalier: " + PrintableText.escaped(problem));
        if (debug()) {
            cause.printStackTrace(err);
        }
        err.flush();
        List<String> arguments = parsed.expandedArgs();
        OutputOptions.printError(command, arguments, outcome.exitCode(), problem);
        return outcome.exitCode();
    }

    private static String internal(Throwable e) {
        return "internal error: " + e + " (set " + DEBUG + "=1 for the stack trace)";
    }

    private static String outOfMemory(Throwable e) {
        long megabytes = Runtime.getRuntime().maxMemory() >> 20;
        return "out of memory (" + e.getMessage() + "), the heap is at most " + megabytes
                + " MiB; set ESPALIER_JAVA_OPTS=-Xmx... for more, or ask for less";
    }
}
