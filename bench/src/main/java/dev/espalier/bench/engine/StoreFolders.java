package dev.espalier.bench.engine;

import dev.espalier.bench.json.UnreadableInputException;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreBackup;
import dev.espalier.store.StoreDescription;
import dev.espalier.store.StoreOptions;
import dev.espalier.store.lmdb.LmdbLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The directories that stores live in. */
public final class StoreFolders {
    private StoreFolders() {}

    /** Returns whether a store is in a directory. */
    public static boolean holdsStore(Path directory) {
        return Files.exists(directory.resolve(LmdbLog.FILE_NAME));
    }

    /**
     * Checks that a store is in a directory.
     *
     * @throws UnreadableInputException if none is
     */
    public static void requireStore(Path directory) {
        if (!holdsStore(directory)) {
            String found = Files.isDirectory(directory) ? "no " + LmdbLog.FILE_NAME + " in it" : "no such directory";
            throw new UnreadableInputException(directory.toString(), 0, found + ", expected the directory of a store");
        }
    }

    /**
     * Opens the store in a directory, whatever chain it is of. It flushes and merges only when told.
     *
     * @throws UnreadableInputException if none is
     */
    public static LayeredStore open(Path directory) {
        return open(directory, options -> options);
    }

    /**
     * Opens a store with options of one's own beside those that it must have.
     *
     * @throws UnreadableInputException if none is there
     */
    public static LayeredStore open(Path directory, UnaryOperator<StoreOptions.Builder> own) {
        requireStore(directory);
        StoreOptions.Builder options =
                StoreDescription.read(directory).options().background(false);
        return LayeredStore.open(directory, own.apply(options).build());
    }

    /**
     * Checks that a directory is there and empty, or not there.
     *
     * @throws UnreadableInputException if it is not
     */
    public static void requireFree(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw new UnreadableInputException(
                    directory.toString(), 0, "not a directory, expected one for a new store");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                throw new UnreadableInputException(
                        directory.toString(), 0, "not empty, expected an empty or absent directory for a new store");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + directory + ": " + e.getMessage(), e);
        }
    }

    /**
     * Copies a store to a directory of its own beside it: segment files are linked, where the file system can.
     *
     * @throws UnreadableInputException if none is there
     */
    static Path copyBeside(Path directory) {
        Path whole = directory.toAbsolutePath().normalize();
        try (LayeredStore store = open(directory)) {
            Path copy = Files.createTempDirectory(whole.getParent(), whole.getFileName() + "-copy-");
            StoreBackup.of(store, copy);
            return copy;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Removes a store's directory with all that is in it. */
    static void remove(Path directory) {
        try {
            Files.walkFileTree(directory, new Removal());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + directory + ": " + e.getMessage(), e);
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
