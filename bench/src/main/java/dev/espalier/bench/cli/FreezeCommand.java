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

/** {@code espalier freeze}. */
@Command(
        name = "freeze",
        description = "Flushes a store and merges the segment files of its flushes into one.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class FreezeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (LayeredStore store = existing.open();
                TerminalProgress progress = TerminalProgress.onStandardError()) {
            progress.beginUnmeasured("freezing");
            store.flush();
            store.freeze();
            progress.end();
            try (StoreInspection inspection = StoreInspection.of(store)) {
                StoreStats stats = store.stats();
                new StoreStatsText(out).print(stats, inspection);
                output.print(out, StoreStatsText.fields("freeze", stats, inspection));
            }
            return Outcome.PASSED.exitCode();
        }
    }
}
