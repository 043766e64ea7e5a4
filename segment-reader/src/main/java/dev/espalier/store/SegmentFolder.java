package dev.espalier.store;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.store.log.FileList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** The folder of a store that its segment files are in, and how they are named. */
public final class SegmentFolder {
    private static final String NAME = "segments";
    private static final String SUFFIX = ".seg";

    private SegmentFolder() {}

    /** Returns the folder's path, whether or not it is there. */
    public static Path of(Path store) {
        return store.resolve(NAME);
    }

    /** Tells whether a file in the folder has the name of a complete segment, in the list of live files or not. */
    public static boolean isSegment(String fileName) {
        return fileName.endsWith(SUFFIX);
    }

    static String nameOf(long fileId) {
        return String.format("%010d" + SUFFIX, fileId);
    }

    /**
     * Returns the folder's path, and makes the folder if there is none.
     *
     * @throws UncheckedIOException if it cannot be made
     */
    static Path make(Path store) {
        Path folder = of(store);
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("store: cannot make " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Deletes what no list names: it was written by a flush or merge that did not end. */
    static void deleteOrphans(SegmentFiles files, FileList list) {
        Set<String> listed = new HashSet<>();
        list.segments().forEach(info -> listed.add(info.name()));
        for (String name : files.list()) {
            if (!listed.contains(name)) {
                files.delete(name);
            }
        }
    }
}
