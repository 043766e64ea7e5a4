package dev.espalier.store.lmdb;

import dev.espalier.store.log.FileList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Copies a log that is open, and checks the copy. */
final class LogBackup {
    /** The name of a copy that is not complete, or not yet known to be. */
    private static final String PARTIAL_SUFFIX = ".partial";

    private static final String READERS_SUFFIX = "-lock";

    private LogBackup() {}

    /** Copies to a directory, which is left without a log if this throws. Returns the copy's file list. */
    static FileList copy(LmdbEnvironment source, Path directory) {
        Path target = directory.resolve(source.file().getFileName());
        if (Files.exists(target)) {
            throw new IllegalArgumentException("backup: " + target + " exists, expected a directory without a log");
        }
        Path partial = directory.resolve(target.getFileName() + PARTIAL_SUFFIX);
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(partial);
            source.copyTo(partial);
            force(partial, StandardOpenOption.WRITE);
            FileList files = fileList(partial);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            force(directory, StandardOpenOption.READ);
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException("backup: cannot copy to " + target + ": " + e.getMessage(), e);
        } finally {
            delete(partial);
            delete(directory.resolve(partial.getFileName() + READERS_SUFFIX));
        }
    }

    /** Opens the copy, with all checks of an open. */
    private static FileList fileList(Path file) {
        try (LmdbEnvironment copy = LmdbEnvironment.open(file, LmdbOptions.defaults())) {
            return OpenedState.load(copy).files();
        }
    }

    /** Makes a file's content, or a directory's list of names, durable. */
    static void force(Path path, StandardOpenOption mode) throws IOException {
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }

    private static void delete(Path file) {
        try {
            if (Files.exists(file)) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("backup: cannot delete " + file, e);
        }
    }
}
