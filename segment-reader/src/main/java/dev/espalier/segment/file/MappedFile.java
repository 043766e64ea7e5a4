package dev.espalier.segment.file;

/**
 * A file open for random reads. Any number of threads may read it at once, and an interrupt of one of them disturbs
 * neither its own read nor another's. It is closed once, when no reader is left.
 */
public interface MappedFile extends AutoCloseable {
    /** Returns the file's name. */
    String name();

    /** Returns the file's length in bytes, as it was when the file was opened. */
    long size();

    /**
     * Copies bytes of the file into an array.
     *
     * @param offset the first byte's place in the file
     * @throws IndexOutOfBoundsException if the range is not within {@link #size()} or the array
     * @throws dev.espalier.trie.CorruptStoreException if the file has been cut since it was opened, or a page of its
     *     mapping cannot be read
     * @throws java.io.UncheckedIOException if reading fails in another way
     */
    void read(long offset, byte[] target, int targetOffset, int length);

    /**
     * Says that a range will be read soon. Where the system can, it begins to read what is not in memory and does not
     * wait for it; elsewhere nothing happens.
     *
     * @param offset a multiple of 4,096
     * @throws IndexOutOfBoundsException if the range is not within {@link #size()}
     */
    default void willRead(long offset, int length) {}

    @Override
    void close();
}
