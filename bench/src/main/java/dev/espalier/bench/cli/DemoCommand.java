package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.replay.BloatReplay;
import dev.espalier.bench.replay.BloatScenario;
import dev.espalier.bench.replay.BuiltState;
import dev.espalier.bench.replay.ReplayListener;
import dev.espalier.bench.replay.ReplayReport;
import dev.espalier.bench.replay.ReplayedBlock;
import dev.espalier.bench.report.ReplayJson;
import dev.espalier.bench.report.ReplayText;
import dev.espalier.bench.report.TerminalProgress;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code espalier demo}. */
@Command(
        name = "demo",
        description =
                "Builds an account with huge storage, replays blocks that overwrite 4,200 random slots of it each,"
                        + " and checks the roots.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DemoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private EngineOptions engineOptions;

    @Mixin
    private OutputOptions output;

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
            description = "accounts beside it (default: ${DEFAULT-VALUE})")
    private int accounts;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "20",
            description = "blocks to replay (default: ${DEFAULT-VALUE})")
    private int blocks;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "the same seed gives the same blocks and roots (default: ${DEFAULT-VALUE})")
    private long seed;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        BloatScenario scenario = scenario();
        ReplayText text = new ReplayText(out, scenario);
        try (TerminalProgress progress = TerminalProgress.onStandardError();
                Engine engine = Engine.start(engineOptions.settings())) {
            ReplayReport report = new BloatReplay(engine, scenario, new Printing(text, progress)).run();
            progress.end();
            text.printEnd(report, engine.settings());
            Outcome outcome = report.passed() ? Outcome.PASSED : Outcome.CHECK_FAILED;
            output.print(out, ReplayJson.of("demo", engine.settings(), report, outcome));
            return outcome.exitCode();
        }
    }

    private BloatScenario scenario() {
        try {
            return new BloatScenario(slots, accounts, blocks, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
        }
    }

    private record Printing(ReplayText text, TerminalProgress progress) implements ReplayListener {
        @Override
        public void building(String what) {
            text.printBuilding(what);
            progress.beginUnmeasured(what);
        }

        @Override
        public void startBuilt(BuiltState start) {
            progress.end();
            text.printStart(start);
        }

        @Override
        public void blockDone(ReplayedBlock block) {
            text.printBlock(block);
        }
    }
}
