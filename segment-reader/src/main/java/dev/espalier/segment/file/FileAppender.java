package dev.espalier.segment.file;

/** A file being written from front to back. Confined to one thread. An interrupt does not disturb it. */
public interface FileAppender extends AutoCloseable {
    /**
     * Appends bytes. They are durable only after {@link #force}.
     *
     * @throws java.io.UncheckedIOException if they cannot be written, for want of space for example
     */
    void write(byte[] bytes, int offset, int length);

    /** Makes everything appended so far durable. After a failure nothing is known of the content: delete the file. */
    void force();

    /** Closes the file without forcing it. Closing it again does nothing. */
    @Override
    void close();
}
