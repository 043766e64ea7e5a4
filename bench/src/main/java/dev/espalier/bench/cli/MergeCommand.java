package dev.espalier.bench.cli;

import dev.espalier.store.LayeredStore;
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
        try (LayeredStore store = existing.open(form)) {
            return StoreChange.run(spec, output, store, "merging", LayeredStore::merge);
        }
    }
}
