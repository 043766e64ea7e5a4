package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line {@code espalier}. */
@Command(
        name = "espalier",
        description =
                "Ethereum state roots: builds states, plays blocks, checks every root, and looks after stores on disk.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {
            DemoCommand.class,
            ConformCommand.class,
            ImportCommand.class,
            ChainCommand.class,
            StatsCommand.class,
            GenerateCommand.class,
            CommitsCommand.class,
            ReplayCommand.class,
            FreezeCommand.class,
            LookupsCommand.class,
            MergeCommand.class,
            RebuildCommand.class,
            VerifyCommand.class,
            InspectCommand.class,
            BackupCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all that was checked is right",
            "1:a check failed, or the output could not be written",
            "2:wrong usage, or a file or store that cannot be read"
        })
public final class Espalier implements Runnable {
    @Spec
    private CommandSpec spec;

    /** Runs a command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments, System.out, System.err));
    }

    /** Runs a command. A result that could not be written is no success. */
    static int run(String[] arguments, PrintStream out, PrintStream err) {
        PrintWriter output = writerTo(out);
        int exitCode = commandLine().setOut(output).setErr(writerTo(err)).execute(arguments);
        // The writer does not see the stream's errors, and the stream not the writer's buffer.
        output.flush();
        if (!out.checkError()) {
            return exitCode;
        }
        err.println("espalier: the output could not be written to standard output");
        return exitCode == Outcome.PASSED.exitCode() ? Outcome.CHECK_FAILED.exitCode() : exitCode;
    }

    /** Returns the command line as {@link #main} runs it, for use with other streams. */
    public static CommandLine commandLine() {
        ExecutionErrors errors = new ExecutionErrors();
        return new CommandLine(new Espalier())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionStrategy(errors)
                .setExecutionExceptionHandler(errors);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    private static PrintWriter writerTo(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, stream.charset()), true);
    }
}
