package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.report.StoreStatsText;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreInspection;
import dev.espalier.store.StoreStats;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier merge}. */
@Command(
        name = "merge",
        description =
                "Flushes a store and merges all its segment files into a base, once in the form that is asked for.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class MergeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private SegmentForm form;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (LayeredStore store = existing.open(form);
                TerminalProgress progress = TerminalProgress.onStandardError()) {
            progress.beginUnmeasured("merging");
            store.flush();
            store.merge();
            progress.end();
            try (StoreInspection inspection = StoreInspection.of(store)) {
                StoreStats stats = store.stats();
                new StoreStatsText(out).print(stats, inspection);
                output.print(out, StoreStatsText.fields("merge", stats, inspection));
            }
            return Outcome.PASSED.exitCode();
        }
    }
}
