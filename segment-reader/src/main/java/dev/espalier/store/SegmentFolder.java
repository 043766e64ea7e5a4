package dev.espalier.store;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.store.log.FileList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** The folder of a store that its segment files are in. */
final class SegmentFolder {
    private SegmentFolder() {}

    /**
     * Returns the folder's path, and makes the folder if there is none.
     *
     * @throws UncheckedIOException if it cannot be made
     */
    static Path make(Path store) {
        Path folder = store.resolve(LayeredStore.SEGMENTS);
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
