package dev.espalier.bench.cli;

import dev.espalier.bench.engine.ReadStore;
import dev.espalier.bench.engine.StoreFolders;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreDescription;
import java.io.PrintWriter;
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

    /** Opens the store, whatever chain it is of, to write its files in a form. */
    LayeredStore open(SegmentForm form) {
        return StoreFolders.open(directory(), form::addTo);
    }

    /** Opens the store to look into it, also while another process has it open, which is said then. */
    ReadStore openToRead(PrintWriter out) {
        ReadStore store = ReadStore.open(directory());
        if (!store.besideWhom().isEmpty()) {
            out.println(
                    "read beside the process that has it open, as of the newest durable record: " + store.besideWhom());
        }
        return store;
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
