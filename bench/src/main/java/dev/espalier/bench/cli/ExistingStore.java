package dev.espalier.bench.cli;

import dev.espalier.bench.engine.StoreFolders;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreDescription;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of every command over a store that is there. */
final class ExistingStore {
    @Option(
            names = "--store",
            paramLabel = "DIR",
            required = true,
            description = "the store's directory (default: none, it must be given)")
    private @Nullable Path directory;

    /** Opens the store, whatever chain it is of. */
    LayeredStore open() {
        return StoreFolders.open(directory());
    }

    /** Returns what the store says that it is. */
    StoreDescription description() {
        StoreFolders.requireStore(directory());
        return StoreDescription.read(directory());
    }

    Path directory() {
        return Objects.requireNonNull(directory, "a required option is given");
    }
}
