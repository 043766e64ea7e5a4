package dev.espalier.bench.cli;

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
        System.exit(commandLine().execute(arguments));
    }

    /** Returns the command line as {@link #main} runs it, for use with other streams. */
    public static CommandLine commandLine() {
        ExecutionErrors errors = new ExecutionErrors();
        return new CommandLine(new Espalier())
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionStrategy(errors)
                .setExecutionExceptionHandler(errors);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
