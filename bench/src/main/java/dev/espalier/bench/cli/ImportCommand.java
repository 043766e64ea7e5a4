package dev.espalier.bench.cli;

import dev.espalier.bench.conform.CaseResult;
import dev.espalier.bench.conform.ConformListener;
import dev.espalier.bench.conform.ConformReport;
import dev.espalier.bench.conform.Conformance;
import dev.espalier.bench.conform.FileReport;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.json.InputFile;
import dev.espalier.bench.report.ChainText;
import dev.espalier.bench.report.ConformJson;
import dev.espalier.bench.report.ConformText;
import dev.espalier.bench.report.TerminalProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier import}. */
@Command(
        name = "import",
        description = "Builds a genesis state and checks its state root.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ImportCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private EngineOptions engineOptions;

    @Mixin
    private OutputOptions output;

    @Parameters(paramLabel = "FILE", description = "genesis state, gzip or plain")
    private Path file;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        ConformText text =
                new ConformText(out, spec.commandLine().getErr(), List.of(file.toString()), ExecutionErrors.debug());
        try (TerminalProgress progress = TerminalProgress.onStandardError();
                Engine engine = Engine.start(engineOptions.settings())) {
            List<CaseResult> results = new ArrayList<>();
            ConformListener listener = new Printing(text, new ChainText(out), progress, results);
            ConformReport report = new Conformance(engine, EnumSet.of(FileKind.GENESIS), false, listener)
                    .check(List.of(new InputFile(file, progress)));
            text.printTotals(report);
            output.print(out, ConformJson.of("import", report, results, report.outcome()));
            return report.outcome().exitCode();
        }
    }

    private record Printing(ConformText text, ChainText states, TerminalProgress progress, List<CaseResult> results)
            implements ConformListener {
        @Override
        public void fileBegun(String file) {
            progress.begin(file);
        }

        @Override
        public void caseDone(String file, CaseResult result) {
            progress.end();
            results.add(result);
            states.print(result);
        }

        @Override
        public void fileDone(FileReport report) {
            progress.end();
            states.printWork(report);
            text.printProblems(report);
        }
    }
}
