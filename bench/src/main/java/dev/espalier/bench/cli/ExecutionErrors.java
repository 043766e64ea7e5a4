package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.json.PrintableText;
import dev.espalier.bench.json.UnreadableInputException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/** Turns what a command throws into a message; the stack trace is for who asks for it. */
final class ExecutionErrors implements IExecutionExceptionHandler {
    private static final String DEBUG = "ESPALIER_DEBUG";

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        boolean unreadable = e instanceof UnreadableInputException;
        if (unreadable) {
            err.println("espalier: " + PrintableText.escaped(String.valueOf(e.getMessage())));
        } else {
            err.println("espalier: internal error: " + PrintableText.escaped(e.toString()) + " (set " + DEBUG + "=1 for the stack trace)");
        }
        if (debug()) {
            e.printStackTrace(err);
        }
        err.flush();
        return (unreadable ? Outcome.UNREADABLE_INPUT : Outcome.CHECK_FAILED).exitCode();
    }

    /** Returns whether stack traces are wanted. */
    static boolean debug() {
        return System.getenv(DEBUG) != null;
    }
}
