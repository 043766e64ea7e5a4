package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.json.JsonLine;
import dev.espalier.bench.replay.PlayedBlock;
import dev.espalier.bench.replay.WorkloadListener;
import dev.espalier.bench.replay.WorkloadReplay;
import dev.espalier.bench.replay.WorkloadReport;
import dev.espalier.bench.replay.WorkloadScenario;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.bench.report.WorkloadJson;
import dev.espalier.bench.report.WorkloadText;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code espalier replay}. */
@Command(
        name = "replay",
        description =
                "Plays blocks of one of five kinds on a made-up state, as an EVM does, and measures each. With --store"
                        + " the state is built there once, as generate does, and every run plays on a copy of it that"
                        + " goes afterwards; a state of another shape is refused.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private WorkloadForm form;

    @Mixin
    private EngineOptions engineOptions;

    @Mixin
    private OutputOptions output;

    @Option(names = "--per-block", description = "print each block as a JSON object in a line (default: off)")
    private boolean perBlock;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        EngineSettings settings = engineOptions.settings();
        WorkloadScenario scenario = form.scenario(settings.store() != null);
        WorkloadText text = new WorkloadText(out, settings);
        try (TerminalProgress progress = TerminalProgress.onStandardError()) {
            Printing printing = new Printing(text, settings, scenario.blocks(), progress);
            WorkloadReport report = new WorkloadReplay(settings, scenario, printing).run();
            progress.end();
            text.printEnd(report);
            Outcome outcome = report.passed() ? Outcome.PASSED : Outcome.CHECK_FAILED;
            output.print(out, WorkloadJson.summary(settings, report, outcome));
            return outcome.exitCode();
        }
    }

    private final class Printing implements WorkloadListener {
        private final WorkloadText text;
        private final EngineSettings settings;
        private final int blocks;
        private final TerminalProgress progress;

        Printing(WorkloadText text, EngineSettings settings, int blocks, TerminalProgress progress) {
            this.text = text;
            this.settings = settings;
            this.blocks = blocks;
            this.progress = progress;
        }

        @Override
        public void building(long parts, long ofParts) {
            if (parts == 0) {
                progress.begin("building");
            }
            progress.advanceTo(parts, ofParts);
        }

        @Override
        public void merging() {
            progress.beginUnmeasured("merging");
        }

        @Override
        public void ready() {
            progress.end();
        }

        @Override
        public void played(PlayedBlock block) {
            if (perBlock) {
                spec.commandLine().getOut().println(JsonLine.of(WorkloadJson.block(settings, block)));
            } else {
                text.printBlock(block);
            }
        }

        @Override
        public void checking(int done) {
            if (done == 0) {
                progress.begin("checking");
            }
            progress.advanceTo(done, blocks);
        }
    }
}
