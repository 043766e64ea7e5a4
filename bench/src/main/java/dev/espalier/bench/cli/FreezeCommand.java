package dev.espalier.bench.cli;

import dev.espalier.store.LayeredStore;
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
        try (LayeredStore store = existing.open()) {
            return StoreChange.run(spec, output, store, "freezing", LayeredStore::freeze);
        }
    }
}
