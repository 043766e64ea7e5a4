package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.report.TerminalProgress;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreInspection;
import dev.espalier.store.StoreRebuild;
import dev.espalier.trie.spi.StateMark;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code espalier rebuild}. */
@Command(
        name = "rebuild",
        description = {
            "Makes all rows of a store anew from its leaves alone, where rows are damaged or missing.",
            "Compares the root with the recorded one first; where leaves are damaged the store stays as it is."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class RebuildCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (TerminalProgress progress = TerminalProgress.onStandardError()) {
            progress.beginUnmeasured("rebuilding");
            StoreRebuild.Result result = StoreRebuild.of(
                    existing.directory(), existing.description().options().build());
            progress.end();
            // Opening replays the rest of the log on the new rows and compares each root.
            try (LayeredStore store = existing.open();
                    StoreInspection inspection = StoreInspection.of(store)) {
                long replayed = store.stats().replayed();
                StateMark head = inspection.view().mark();
                print(out, result, head, replayed);
                output.print(out, fields(result, head, replayed));
            }
            return Outcome.PASSED.exitCode();
        }
    }

    private static void print(PrintWriter out, StoreRebuild.Result result, StateMark head, long replayed) {
        if (result.files() == 0) {
            out.println("the store was never flushed: it has no rows to rebuild");
        } else {
            out.println("rebuilt " + result.rows() + " rows from " + result.leaves() + " leaves, in " + result.files()
                    + " files, as of block " + result.state().block() + ", root "
                    + result.state().root());
        }
        out.println(replayed + " log records replayed: head is block " + head.block() + ", root " + head.root());
        out.flush();
    }

    private static Map<String, @Nullable Object> fields(StoreRebuild.Result result, StateMark head, long replayed) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", "rebuild");
        fields.put("rows", result.rows());
        fields.put("leaves", result.leaves());
        fields.put("files", result.files());
        fields.put("rebuiltBlock", result.state().block().toString());
        fields.put("replayed", replayed);
        fields.put("block", head.block().toString());
        fields.put("root", head.root().toString());
        fields.put("exitCode", 0);
        return fields;
    }
}
