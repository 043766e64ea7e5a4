package dev.espalier.bench.cli;

import dev.espalier.bench.conform.ConformListener;
import dev.espalier.bench.conform.ConformReport;
import dev.espalier.bench.conform.Conformance;
import dev.espalier.bench.conform.FileReport;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.StoreFolders;
import dev.espalier.bench.json.InputFile;
import dev.espalier.bench.report.ConformJson;
import dev.espalier.bench.report.ConformText;
import dev.espalier.bench.report.TerminalProgress;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier conform}. */
@Command(
        name = "conform",
        description = {
            "Checks files of known answers: trie tests, RLP tests, genesis states, update vectors, state triples,"
                    + " block chains. A file is known by its content, gzip or plain.",
            "With --threads or --partition every block is split, however small; a run in which none was fails.",
            "With --store each case is played in a store of its own in DIR, which is removed when the case has passed;"
                + " blocks are counted over all cases, and a run that was to flush, freeze, merge or reopen and never"
                + " did fails."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ConformCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private EngineOptions engineOptions;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--per-operation",
            description = "play each change of update vectors and triples as a block of its own and compare the last"
                    + " root of a batch only (default: off)")
    private boolean perOperation;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "files to check")
    private List<Path> files;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        EngineSettings settings = engineOptions.settingsOfCases();
        if (settings.store() != null) {
            StoreFolders.requireFree(settings.store().directory());
        }
        List<String> names = files.stream().map(Path::toString).toList();
        ConformText text = new ConformText(out, spec.commandLine().getErr(), names, ExecutionErrors.debug());
        try (TerminalProgress progress = TerminalProgress.onStandardError();
                Engine engine = Engine.start(settings)) {
            List<InputFile> inputs =
                    files.stream().map(file -> new InputFile(file, progress)).toList();
            ConformListener listener = new Printing(text, progress);
            ConformReport report =
                    new Conformance(engine, EnumSet.allOf(FileKind.class), perOperation, listener).check(inputs);
            text.printTotals(report);
            output.print(out, ConformJson.of("conform", report, List.of(), report.outcome()));
            return report.outcome().exitCode();
        }
    }

    private record Printing(ConformText text, TerminalProgress progress) implements ConformListener {
        @Override
        public void fileBegun(String file) {
            progress.begin(file);
        }

        @Override
        public void fileDone(FileReport report) {
            progress.end();
            text.print(report);
        }
    }
}
