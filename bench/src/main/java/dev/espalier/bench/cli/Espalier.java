package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line {@code espalier}. */
@Command(
        name = "espalier",
        description = "Ethereum state roots: builds states, plays blocks and checks every root.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {DemoCommand.class, ConformCommand.class, ImportCommand.class, ChainCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all that was checked is right",
            "1:a check failed",
            "2:wrong usage, or a file that cannot be read"
        })
public final class Espalier implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        try {
            return commandLine().execute(arguments);
        } catch (OutOfMemoryError e) {
            long megabytes = Runtime.getRuntime().maxMemory() >> 20;
            System.err.println("espalier: out of memory, the heap is at most " + megabytes
                    + " MiB; set ESPALIER_JAVA_OPTS=-Xmx... for more, or ask for less");
            return Outcome.CHECK_FAILED.exitCode();
        }
    }

    /** Returns the command line as {@link #main} runs it, for use with other streams. */
    public static CommandLine commandLine() {
        return new CommandLine(new Espalier())
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionExceptionHandler(new ExecutionErrors());
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
