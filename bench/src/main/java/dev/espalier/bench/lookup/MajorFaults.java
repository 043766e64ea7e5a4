package dev.espalier.bench.lookup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How often the process waited for a page of a mapped file, as Linux counts. */
public final class MajorFaults {
    private static final Path STAT = Path.of("/proc/self/stat");
    /** Fields behind the command's name, which may hold blanks and ends with a parenthesis. */
    private static final int FIELD = 9;

    private MajorFaults() {}

    /** Returns how often so far. */
    public static long count() {
        try {
            String stat = Files.readString(STAT);
            return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[FIELD]);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + STAT + ": " + e.getMessage(), e);
        }
    }
}
