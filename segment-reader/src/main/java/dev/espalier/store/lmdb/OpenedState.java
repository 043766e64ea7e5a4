package dev.espalier.store.lmdb;

import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.store.lmdb.LmdbEnvironment.Purpose;
import dev.espalier.store.log.FileList;
import dev.espalier.store.log.LogExtent;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.CorruptStoreException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an open finds in the file, all of it checked against each other.
 *
 * @param created whether this open made it
 */
record OpenedState(StoreIdentity identity, boolean created, LogExtent extent, FileList files) {
    private static final long FIRST_BYTES = 4096;

    /** Finds or makes the state in a file that was just opened. */
    @FunctionalInterface
    interface Loader {
        OpenedState load(LmdbEnvironment environment);
    }

    /**
     * Reads the state, or writes that of an empty log into an empty file.
     *
     * @throws StoreMismatchException if the file's identity is another
     * @throws UnsupportedFormatException if the file is in a format that this build does not read
     * @throws CorruptStoreException if the file is damaged
     */
    static OpenedState loadOrCreate(LmdbEnvironment environment, StoreIdentity identity) {
        OpenedState found = environment.read(in -> find(in, environment.file()));
        if (found == null) {
            return create(environment, identity);
        }
        requireSame(environment, found.identity, identity);
        return found;
    }

    private static void requireSame(LmdbEnvironment environment, StoreIdentity found, StoreIdentity expected) {
        if (!found.matches(expected)) {
            throw new StoreMismatchException(
                    "log " + environment.file() + " is of " + found + ", expected " + expected);
        }
    }

    /**
     * Reads the state.
     *
     * @param others what stands beside the file, which is not empty therefore
     * @throws StoreMismatchException if the file's identity is another
     * @throws CorruptStoreException if the file is damaged, or empty
     */
    static OpenedState load(LmdbEnvironment environment, StoreIdentity identity, String others) {
        OpenedState found = environment.read(in -> find(in, environment.file()));
        if (found == null) {
            throw new CorruptStoreException(environment.file() + ": empty, expected the log of " + others);
        }
        requireSame(environment, found.identity, identity);
        return found;
    }

    /**
     * Reads the state.
     *
     * @throws CorruptStoreException if the file is damaged, or empty
     */
    static OpenedState load(LmdbEnvironment environment) {
        OpenedState found = environment.read(in -> find(in, environment.file()));
        if (found == null) {
            throw new CorruptStoreException(environment.file() + ": no keys, expected those of a log");
        }
        return found;
    }

    /** Reads the state; null if the file is empty. */
    static @Nullable OpenedState find(LmdbTransaction in, Path file) {
        if (in.keys() == 0) {
            return null;
        }
        StoreIdentity identity = StoreIdentity.decode(in.get(LogKey.IDENTITY), file.toString());
        LogExtent extent = LogExtent.decode(in.get(LogKey.EXTENT));
        FileList files = FileList.decode(in.get(LogKey.FILES));
        LogTable.requireKeys(in, LogTable.headers(in, extent));
        requireSameList(extent, files);
        return new OpenedState(identity, false, extent, files);
    }

    private static void requireSameList(LogExtent extent, FileList files) {
        int segments = files.segments().size();
        if (extent.generation() != files.generation() || extent.segments() != segments) {
            throw new CorruptStoreException(LogKey.text(LogKey.FILES) + ": generation=" + files.generation()
                    + " segments=" + segments + ", but the extent says generation=" + extent.generation()
                    + " segments=" + extent.segments());
        }
        long flushed = files.flushedSeq();
        if (flushed < extent.beforeOldest() || flushed > extent.newest()) {
            throw new CorruptStoreException(LogKey.text(LogKey.FILES) + ": flushedSeq=" + flushed + ", expected "
                    + extent.beforeOldest() + ".." + extent.newest() + " of the records");
        }
    }

    private static OpenedState create(LmdbEnvironment environment, StoreIdentity identity) {
        OpenedState empty = new OpenedState(identity, true, LogExtent.EMPTY, FileList.EMPTY);
        environment.write(Purpose.UPKEEP, FIRST_BYTES, in -> {
            in.put(LogKey.IDENTITY, identity.encode());
            in.put(LogKey.EXTENT, empty.extent.encode());
            in.put(LogKey.FILES, empty.files.encode());
        });
        return empty;
    }
}
