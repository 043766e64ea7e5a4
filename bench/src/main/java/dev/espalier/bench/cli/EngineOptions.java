package dev.espalier.bench.cli;

import dev.espalier.bench.engine.EngineSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that runs the engine. */
final class EngineOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "threads that fold subtrees; 1 is sequential (default: ${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--partition",
            paramLabel = "N",
            defaultValue = "0",
            description = "process a block's changes in partitions of about N keys; 0 leaves it to the engine"
                    + " (default: ${DEFAULT-VALUE})")
    private int partitionKeys;

    EngineSettings settings() {
        requireAtLeast(1, threads, "--threads");
        requireAtLeast(0, partitionKeys, "--partition");
        return new EngineSettings(threads, partitionKeys, false);
    }

    private void requireAtLeast(int least, int value, String option) {
        if (value < least) {
            throw new ParameterException(command.commandLine(), option + "=" + value + ", expected at least " + least);
        }
    }
}
