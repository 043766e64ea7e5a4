package dev.espalier.store;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.log.FileList;
import dev.espalier.trie.spi.TrieStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Copies a store while it works. Segment files never change, so they are linked where the file system allows, else
 * copied; the log is copied last, so that a backup which did not end is no store. Used for one call, by one thread.
 */
public final class StoreBackup {
    private final LayeredStore store;
    private final Path directory;
    private final Path segments;
    private final Set<String> present = new HashSet<>();
    private long linkedBytes;
    private long copiedBytes;

    /**
     * What a backup took.
     *
     * @param segments segment files
     * @param linkedBytes the size of those that share their bytes with the store
     * @param copiedBytes the size of those that were copied
     * @param logBytes the size of the copied log
     */
    public record Result(int segments, long linkedBytes, long copiedBytes, long logBytes) {}

    private StoreBackup(LayeredStore store, Path directory) {
        this.store = store;
        this.directory = directory;
        segments = SegmentFolder.of(directory);
    }

    /**
     * Copies what was committed before the call, and maybe more. It is durable, and opens, when this returns.
     *
     * @param directory made if there is none; it must be empty
     * @throws IllegalArgumentException if it is not
     * @throws UncheckedIOException if a file cannot be written
     */
    public static Result of(LayeredStore store, Path directory) {
        StoreBackup backup = new StoreBackup(store, directory);
        try {
            return backup.run();
        } catch (IOException e) {
            throw new UncheckedIOException("backup: cannot write to " + directory + ": " + e.getMessage(), e);
        }
    }

    private Result run() throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                throw new IllegalArgumentException(
                        "backup: " + directory + " is not empty, expected an empty directory");
            }
        }
        Files.createDirectory(segments);
        take();
        // Most files are there by now, so flushes and merges wait only for what came since.
        FileList files = store.whileFilesStay(() -> {
            try {
                take();
                force(segments, StandardOpenOption.READ);
                return store.records().backup(directory);
            } catch (IOException e) {
                throw new UncheckedIOException("backup: cannot write to " + directory + ": " + e.getMessage(), e);
            }
        });
        removeMerged(files.segments());
        return new Result(
                files.segments().size(), linkedBytes, copiedBytes, Files.size(directory.resolve(LmdbLog.FILE_NAME)));
    }

    /** Takes the live files that are not there yet; a view keeps them meanwhile. */
    private void take() throws IOException {
        try (LayeredView view = (LayeredView) store.openView(TrieStore.ReadMode.NORMAL)) {
            for (SegmentInfo info : view.layers().segments().newestFirst().stream()
                    .map(segment -> segment.info())
                    .toList()) {
                if (present.add(info.name())) {
                    take(info);
                }
            }
        }
    }

    private void take(SegmentInfo info) throws IOException {
        Path source = SegmentFolder.of(store.directory()).resolve(info.name());
        Path target = segments.resolve(info.name());
        try {
            Files.createLink(target, source);
            linkedBytes += info.bytes();
        } catch (IOException | UnsupportedOperationException e) {
            // Another file system, or one without links.
            Files.copy(source, target);
            force(target, StandardOpenOption.WRITE);
            copiedBytes += info.bytes();
        }
    }

    private void removeMerged(List<SegmentInfo> listed) throws IOException {
        listed.forEach(info -> present.remove(info.name()));
        for (String merged : present) {
            Files.delete(segments.resolve(merged));
        }
    }

    private static void force(Path path, StandardOpenOption mode) throws IOException {
        try (FileChannel channel = FileChannel.open(path, mode)) {
            channel.force(true);
        }
    }
}
