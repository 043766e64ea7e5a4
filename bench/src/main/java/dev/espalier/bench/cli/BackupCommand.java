package dev.espalier.bench.cli;

import dev.espalier.bench.conform.Outcome;
import dev.espalier.bench.engine.StoreFolders;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreBackup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code espalier backup}. */
@Command(
        name = "backup",
        description = "Copies a store: segment files are linked where the file system allows, else copied.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class BackupCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ExistingStore existing;

    @Mixin
    private OutputOptions output;

    @Parameters(paramLabel = "DIR", description = "where the copy goes, an empty or absent directory")
    private Path target;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        StoreFolders.requireFree(target);
        try (LayeredStore store = existing.open()) {
            StoreBackup.Result result = StoreBackup.of(store, target);
            out.println(result.segments() + " segment files to " + target + ": " + result.linkedBytes()
                    + " bytes linked, " + result.copiedBytes() + " copied; log " + result.logBytes() + " bytes");
            output.print(out, fields(result));
            return Outcome.PASSED.exitCode();
        }
    }

    private Map<String, @Nullable Object> fields(StoreBackup.Result result) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", "backup");
        fields.put("target", target.toString());
        fields.put("segments", result.segments());
        fields.put("linkedBytes", result.linkedBytes());
        fields.put("copiedBytes", result.copiedBytes());
        fields.put("logBytes", result.logBytes());
        fields.put("exitCode", Outcome.PASSED.exitCode());
        return fields;
    }
}
