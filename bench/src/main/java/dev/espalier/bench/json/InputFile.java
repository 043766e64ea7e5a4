package dev.espalier.bench.json;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.zip.ZipException;

/**
 * A file that the user named, read as plain bytes whether it is stored plain or as gzip: the first two bytes tell, not
 * the name.
 *
 * @param path the file as it was given
 * @param progress told while the file is read
 */
public record InputFile(Path path, ReadProgress progress) {
    private static final int BUFFER_BYTES = 1 << 16;

    /** A file whose reading nobody follows. */
    public static InputFile of(Path path) {
        return new InputFile(path, ReadProgress.NONE);
    }

    /** Returns the file's name as it was given, for messages. */
    public String name() {
        return path.toString();
    }

    /**
     * Opens the uncompressed content, which the caller closes.
     *
     * @throws UnreadableInputException if there is no such file, it is no regular file, empty, or cannot be opened
     */
    public InputStream open() {
        try {
            requireRegularFile();
            return uncompressed(new CountingStream(Files.newInputStream(path), Files.size(path)));
        } catch (IOException e) {
            throw new UnreadableInputException(name(), 0, problemOf(e));
        }
    }

    /** What is not regular is not even opened: the end of a pipe waits for the other one. */
    private void requireRegularFile() throws IOException {
        if (name().isEmpty()) {
            throw new UnreadableInputException(name(), 0, "the name is empty, expected that of a file");
        }
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
        if (found.isDirectory()) {
            throw new UnreadableInputException(name(), 0, "is a directory, expected a file");
        }
        if (!found.isRegularFile()) {
            throw new UnreadableInputException(
                    name(), 0, "is a pipe or device, expected a regular file, which can be read twice");
        }
    }

    /** Returns what went wrong in words. */
    static String problemOf(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file";
            case AccessDeniedException _ -> "cannot be read: no permission";
            case FileSystemException system when system.getReason() != null -> "cannot be read: " + system.getReason();
            default -> "cannot be read: " + e.getMessage();
        };
    }

    private InputStream uncompressed(InputStream stored) throws IOException {
        BufferedInputStream in = new BufferedInputStream(stored, BUFFER_BYTES);
        try {
            in.mark(2);
            int first = in.read();
            int second = in.read();
            if (first < 0) {
                throw new UnreadableInputException(name(), 0, "is empty, expected JSON");
            }
            in.reset();
            boolean gzip = first == 0x1f && second == 0x8b;
            return gzip ? new WholeGzipStream(in, BUFFER_BYTES) : in;
        } catch (ZipException | java.io.EOFException e) {
            in.close();
            throw new UnreadableInputException(name(), 0, "damaged gzip header, expected a whole gzip file");
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** Tells the progress how many stored bytes have been taken. */
    private final class CountingStream extends FilterInputStream {
        private final long length;
        private long taken;

        private CountingStream(InputStream in, long length) {
            super(in);
            this.length = length;
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] buffer, int offset, int count) throws IOException {
            int read = super.read(buffer, offset, count);
            count(Math.max(read, 0));
            return read;
        }

        private void count(int bytes) {
            taken += bytes;
            progress.readTo(name(), taken, length);
        }
    }
}
