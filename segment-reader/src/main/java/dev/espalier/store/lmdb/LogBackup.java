package dev.espalier.store.lmdb;

import dev.espalier.store.log.FileList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies a log that is open, and checks the copy. */
final class LogBackup {
    private static final String READERS_SUFFIX = "-lock";

    private LogBackup() {}

    /** Copies to a directory, which is left without a log if this throws. Returns the copy's file list. */
    static FileList copy(LmdbEnvironment source, Path directory) {
        Path target = directory.resolve(source.file().getFileName());
        if (Files.exists(target)) {
            throw new IllegalArgumentException("backup: " + target + " exists, expected a directory without a log");
        }
        boolean complete = false;
        try {
            Files.createDirectories(directory);
            source.copyTo(target);
            force(target, StandardOpenOption.WRITE);
            FileList files = fileList(target);
            force(directory, StandardOpenOption.READ);
            complete = true;
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException("backup: cannot copy to " + target + ": " + e.getMessage(), e);
        } finally {
            delete(directory.resolve(target.getFileName() + READERS_SUFFIX));
            if (!complete) {
                delete(target);
            }
        }
    }

    /** Opens the copy, with all checks of an open. */
    private static FileList fileList(Path target) {
        try (LmdbEnvironment copy = LmdbEnvironment.open(target, LmdbOptions.defaults())) {
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
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("backup: cannot delete " + file, e);
        }
    }
}
