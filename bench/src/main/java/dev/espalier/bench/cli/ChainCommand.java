package dev.espalier.bench.cli;

import dev.espalier.bench.conform.CaseResult;
import dev.espalier.bench.conform.ConformListener;
import dev.espalier.bench.conform.ConformReport;
import dev.espalier.bench.conform.Conformance;
import dev.espalier.bench.conform.FileReport;
import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.dataset.FileKind;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.StoreFolders;
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
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier chain}. */
@Command(
        name = "chain",
        description = {
            "Plays recorded chains block by block, side branches included, and checks each root.",
            "With --store DIR the files are one chain; where DIR holds a store whose head is a block of it, the chain"
                    + " goes on from there."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ChainCommand implements Callable<Integer> {
    private static final Set<FileKind> KINDS =
            EnumSet.of(FileKind.GENESIS, FileKind.CHAINS, FileKind.CONTINUED_CHAIN, FileKind.BLOCK_WINDOW);

    @Spec
    private CommandSpec spec;

    @Mixin
    private EngineOptions engineOptions;

    @Mixin
    private OutputOptions output;

    @Option(
            names = "--genesis",
            paramLabel = "FILE",
            description = "genesis state that a chain without a state of its own continues from (default: none)")
    private @Nullable Path genesis;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "recorded chains, gzip or plain")
    private List<Path> files;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        List<Path> paths = new ArrayList<>();
        if (genesis != null) {
            paths.add(genesis);
        }
        paths.addAll(files);
        List<String> names = paths.stream().map(Path::toString).toList();
        ConformText text = new ConformText(out, spec.commandLine().getErr(), names, ExecutionErrors.debug());
        try (TerminalProgress progress = TerminalProgress.onStandardError();
                Engine engine = Engine.start(engineOptions.settings())) {
            List<InputFile> inputs =
                    paths.stream().map(path -> new InputFile(path, progress)).toList();
            List<CaseResult> results = new ArrayList<>();
            ConformListener listener = new Printing(text, new ChainText(out), progress, results);
            Conformance conformance = new Conformance(engine, KINDS, false, listener);
            ConformReport report = goesOn() ? conformance.resume(engine.openTrie(), inputs) : conformance.check(inputs);
            text.printTotals(report);
            Outcome outcome = outcomeOf(report);
            output.print(out, ConformJson.of("chain", report, results, outcome));
            return outcome.exitCode();
        }
    }

    /** A store that is there already was made by an earlier run of the same chain. */
    private boolean goesOn() {
        Path store = engineOptions.store();
        return store != null && StoreFolders.holdsStore(store);
    }

    /** To play a chain was the whole task, so one that could not begin is no success. */
    private Outcome outcomeOf(ConformReport report) {
        if (report.skipped() == 0) {
            return report.outcome();
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("espalier: a chain could not begin; --genesis FILE gives the state that it continues from");
        err.flush();
        return Outcome.UNREADABLE_INPUT;
    }

    private record Printing(ConformText text, ChainText chains, TerminalProgress progress, List<CaseResult> results)
            implements ConformListener {
        @Override
        public void fileBegun(String file) {
            progress.begin(file);
        }

        @Override
        public void caseDone(String file, CaseResult result) {
            progress.end();
            results.add(result);
            chains.print(result);
            progress.begin(file);
        }

        @Override
        public void fileDone(FileReport report) {
            progress.end();
            text.print(report);
        }
    }
}
