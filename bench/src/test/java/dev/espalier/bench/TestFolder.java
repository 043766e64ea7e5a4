package dev.espalier.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** Writes input files into a folder. */
public record TestFolder(Path folder) {
    /** Writes a plain file. */
    public Path plain(String name, String content) {
        return write(name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a gzip file. */
    public Path gzip(String name, String content) {
        return write(name, compressed(content));
    }

    /** Writes the first bytes of a gzip file: all but the last {@code missing} ones. */
    public Path truncatedGzip(String name, String content, int missing) {
        byte[] whole = compressed(content);
        return write(name, Arrays.copyOf(whole, whole.length - missing));
    }

    /** Writes bytes. */
    public Path write(String name, byte[] content) {
        try {
            return Files.write(folder.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a gzip stream of one member. */
    public static byte[] compressed(String content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
