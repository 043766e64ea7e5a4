package dev.espalier.bench.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the process wrote, as Linux counts. */
public final class ProcessIo {
    private static final Path IO = Path.of("/proc/self/io");
    private static final String WRITTEN = "wchar: ";

    private ProcessIo() {}

    /** Returns the bytes that the process handed to the system to be written, to whatever. */
    public static long bytesWritten() {
        try {
            for (String line : Files.readAllLines(IO)) {
                if (line.startsWith(WRITTEN)) {
                    return Long.parseLong(line.substring(WRITTEN.length()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + IO + ": " + e.getMessage(), e);
        }
        throw new IllegalStateException(IO + ": no line begins with " + WRITTEN);
    }
}
