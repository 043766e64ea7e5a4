package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.ReadStore;
import dev.espalier.bench.report.StoreStatsText;
import dev.espalier.store.StoreInspection;
import dev.espalier.store.StoreStats;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier stats}. */
@Command(
        name = "stats",
        description = "Prints what a store holds: its head, its segment files, bytes a row and a leaf.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class StatsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (ReadStore store = existing.openToRead(out);
                StoreInspection inspection = store.inspect()) {
            StoreStats stats = store.stats();
            new StoreStatsText(out).print(stats, inspection);
            output.print(out, StoreStatsText.fields("stats", stats, inspection));
            return Outcome.PASSED.exitCode();
        }
    }
}
