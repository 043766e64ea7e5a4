package dev.espalier.bench.engine;

import dev.espalier.store.LayeredStore;
import dev.espalier.store.ReadOnlyStore;
import dev.espalier.store.StoreInspection;
import dev.espalier.store.StoreStats;
import dev.espalier.store.StoreVerification;
import dev.espalier.store.VerificationReport;
import dev.espalier.store.lmdb.StoreLockedException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A store to look into: its own, or, while another process has it open, its newest durable state. */
public final class ReadStore implements AutoCloseable {
    private final @Nullable LayeredStore own;
    private final @Nullable ReadOnlyStore beside;
    private final String besideWhom;

    private ReadStore(@Nullable LayeredStore own, @Nullable ReadOnlyStore beside, String besideWhom) {
        this.own = own;
        this.beside = beside;
        this.besideWhom = besideWhom;
    }

    /**
     * Opens the store in a directory, whatever chain it is of.
     *
     * @throws dev.espalier.bench.json.UnreadableInputException if none is
     */
    public static ReadStore open(Path directory) {
        StoreFolders.requireStore(directory);
        try {
            return new ReadStore(StoreFolders.open(directory), null, "");
        } catch (StoreLockedException e) {
            return new ReadStore(null, ReadOnlyStore.open(directory), String.valueOf(e.getMessage()));
        }
    }

    /** Returns who has the store open, in words; empty if nobody has. */
    public String besideWhom() {
        return besideWhom;
    }

    /** Looks at where each part of the state is. */
    public StoreInspection inspect() {
        return own != null ? StoreInspection.of(own) : StoreInspection.of(beside());
    }

    /** Checks all of it. */
    public VerificationReport verify() {
        return own != null ? StoreVerification.of(own) : StoreVerification.of(beside());
    }

    /** Returns what the store holds. */
    public StoreStats stats() {
        return own != null ? own.stats() : beside().stats();
    }

    private ReadOnlyStore beside() {
        if (beside == null) {
            throw new IllegalStateException("the store is open as its own");
        }
        return beside;
    }

    @Override
    public void close() {
        if (own != null) {
            own.close();
        } else {
            beside().close();
        }
    }
}
