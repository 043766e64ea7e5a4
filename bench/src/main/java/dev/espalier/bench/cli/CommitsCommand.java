package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.replay.CommitTrial;
import dev.espalier.bench.replay.ProcessIo;
import dev.espalier.bench.report.CommitText;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.bench.workload.GeneratedState;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code espalier commits}. */
@Command(
        name = "commits",
        description =
                "Commits blocks of 4,200 writes to the account with huge storage on a copy of a state that generate"
                        + " made, with flush, freeze and merge beside it: times of commits, bytes written, write"
                        + " amplification.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class CommitsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private EngineOptions engineOptions;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "200",
            description = "blocks to commit (default: ${DEFAULT-VALUE})")
    private int blocks;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed draws the same slots (default: ${DEFAULT-VALUE})")
    private long seed;

    @Override
    public Integer call() {
        Path store = engineOptions.store();
        if (store == null) {
            throw new ParameterException(spec.commandLine(), "--store DIR must be given: the store that generate made");
        }
        if (blocks < 1) {
            throw new ParameterException(spec.commandLine(), "--blocks=" + blocks + ", expected at least 1");
        }
        int slots = GeneratedState.of(store).shape().slots();
        try (TerminalProgress progress = TerminalProgress.onStandardError();
                Engine engine = Engine.start(engineOptions.settings())) {
            progress.begin("committing");
            List<CommitTrial.Times> times;
            long written;
            try (EngineTrie state = engine.openClone()) {
                long before = ProcessIo.bytesWritten();
                times = new CommitTrial(state, slots, seed).run(blocks, done -> progress.advanceTo(done, blocks));
                written = ProcessIo.bytesWritten() - before;
            }
            progress.end();
            return print(new CommitText(times, engine, written));
        }
    }

    private int print(CommitText text) {
        PrintWriter out = spec.commandLine().getOut();
        text.print(out);
        output.print(out, text.fields());
        return Outcome.PASSED.exitCode();
    }
}
