package dev.espalier.bench.lookup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A part of the process's memory that is a file's content (Linux).
 *
 * @param address where it begins
 * @param bytes how long it is
 */
record FileMapping(Path file, long address, long bytes) {
    private static final Path MAPS = Path.of("/proc/self/maps");
    /** Range, rights, offset, device and inode stand before the file. */
    private static final int FIELDS = 6;

    /** Returns all that there are. */
    static List<FileMapping> ofProcess() {
        try {
            return Files.readAllLines(MAPS).stream()
                    .map(line -> line.split(" +", FIELDS))
                    .filter(fields -> fields.length == FIELDS && fields[FIELDS - 1].startsWith("/"))
                    .map(FileMapping::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + MAPS + ": " + e.getMessage(), e);
        }
    }

    private static FileMapping of(String[] fields) {
        String range = fields[0];
        int dash = range.indexOf('-');
        long from = Long.parseUnsignedLong(range, 0, dash, 16);
        long to = Long.parseUnsignedLong(range, dash + 1, range.length(), 16);
        return new FileMapping(Path.of(fields[FIELDS - 1]), from, to - from);
    }
}
