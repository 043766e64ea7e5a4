package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.report.StoreStatsText;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreInspection;
import dev.espalier.store.StoreStats;
import java.io.PrintWriter;
import java.util.function.Consumer;
import picocli.CommandLine.Model.CommandSpec;

/** What commands have in common that change the files of a store and say what is there then. */
final class StoreChange {
    private StoreChange() {}

    /**
     * Flushes a store, changes it and says what it holds.
     *
     * @param store closed by the caller
     * @param doing the change in words
     * @return the exit code
     */
    static int run(
            CommandSpec command,
            OutputOptions output,
            LayeredStore store,
            String doing,
            Consumer<LayeredStore> change) {
        try (TerminalProgress progress = TerminalProgress.onStandardError()) {
            progress.beginUnmeasured(doing);
            store.flush();
            change.accept(store);
        }
        PrintWriter out = command.commandLine().getOut();
        try (StoreInspection inspection = StoreInspection.of(store)) {
            StoreStats stats = store.stats();
            new StoreStatsText(out).print(stats, inspection);
            output.print(out, StoreStatsText.fields(command.name(), stats, inspection));
        }
        return Outcome.PASSED.exitCode();
    }
}
