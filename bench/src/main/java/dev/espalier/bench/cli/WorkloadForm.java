package dev.espalier.bench.cli;

import dev.espalier.bench.replay.WorkloadScenario;
import dev.espalier.bench.workload.StateShape;
import dev.espalier.bench.workload.WorkloadKind;
import dev.espalier.bench.workload.WorkloadSize;
import java.util.Iterator;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options that say which blocks are played. */
final class WorkloadForm {
    /** The names of the workloads, for the help text. */
    static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return WorkloadKind.labels().iterator();
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Parameters(
            paramLabel = "WORKLOAD",
            completionCandidates = Labels.class,
            description = "which blocks are played: ${COMPLETION-CANDIDATES}")
    private String workload;

    @Option(
            names = "--slots",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "slots of the bloat account (default: ${DEFAULT-VALUE})")
    private int slots;

    @Option(
            names = "--accounts",
            paramLabel = "N",
            defaultValue = "100000",
            description = "accounts without code (default: ${DEFAULT-VALUE})")
    private int accounts;

    @Option(
            names = "--contracts",
            paramLabel = "N",
            defaultValue = "10000",
            description = "accounts with code and few slots (default: ${DEFAULT-VALUE})")
    private int contracts;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed gives the same state, blocks and roots (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "20",
            description = "blocks to play (default: ${DEFAULT-VALUE})")
    private int blocks;

    @Option(
            names = "--leave-out",
            paramLabel = "N",
            defaultValue = "0",
            description = "blocks at the start that the summary does not count (default: ${DEFAULT-VALUE})")
    private int leftOut;

    @Option(
            names = "--bloat-every",
            paramLabel = "N",
            defaultValue = "" + WorkloadSize.DEFAULT_BLOAT_EVERY,
            description = "hot-window: each Nth block is a bloat block; 0 for none (default: ${DEFAULT-VALUE})")
    private int bloatEvery;

    @Option(
            names = "--updates",
            paramLabel = "N",
            defaultValue = "" + WorkloadSize.DEFAULT_UPDATES,
            description = "batch: updates of a block (default: ${DEFAULT-VALUE})")
    private int updates;

    @Option(
            names = "--cold",
            description = "drop the pages of the store's files from memory before each block; otherwise they are read"
                    + " before the first (default: off)")
    private boolean cold;

    @Option(
            names = "--check",
            description = "play everything once more on one thread without a cache, and compare the last root"
                    + " (default: off)")
    private boolean check;

    /**
     * Returns what is to be played.
     *
     * @param stored whether state is in a store
     * @throws ParameterException if an option is out of range, or contradicts another
     */
    WorkloadScenario scenario(boolean stored) {
        if (cold && !stored) {
            throw new ParameterException(
                    command.commandLine(), "--cold needs --store DIR: without it state is in memory");
        }
        try {
            WorkloadSize size = new WorkloadSize(new StateShape(slots, accounts, contracts, seed), bloatEvery, updates);
            return new WorkloadScenario(WorkloadKind.of(workload), size, blocks, leftOut, cold, check);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
