package dev.espalier.segment;

import dev.espalier.segment.file.FileAppender;
import dev.espalier.segment.file.MappedFile;
import dev.espalier.segment.file.SegmentFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Files in memory, whose bytes a test may change, with a limit of space. */
final class MemoryFiles implements SegmentFiles {
    private final ConcurrentSkipListMap<String, byte[]> contents = new ConcurrentSkipListMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private long spaceLeft = Long.MAX_VALUE;
    private boolean failsDirectory;

    /** Lets writes fail once that many more bytes were written. */
    void limitSpace(long bytes) {
        spaceLeft = bytes;
    }

    /** Lets the next force of the directory fail. */
    void failDirectory() {
        failsDirectory = true;
    }

    /** Returns a file's bytes, which the test may change in place if the file is not open. */
    byte[] bytes(String name) {
        byte[] bytes = contents.get(name);
        if (bytes == null) {
            throw new NoSuchElementException(name);
        }
        return bytes;
    }

    void put(String name, byte[] bytes) {
        contents.put(name, bytes);
    }

    /** Returns how many files are open for reading. */
    int openFiles() {
        return open.get();
    }

    @Override
    public FileAppender create(String name) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        contents.put(name, new byte[0]);
        return new FileAppender() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                spaceLeft -= length;
                if (spaceLeft < 0) {
                    throw new UncheckedIOException(name, new IOException("no space"));
                }
                written.write(bytes, offset, length);
            }

            @Override
            public void force() {
                contents.put(name, written.toByteArray());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public MappedFile openMapped(String name) {
        byte[] bytes = bytes(name);
        open.incrementAndGet();
        return new MappedFile() {
            private volatile boolean closed;

            @Override
            public String name() {
                return name;
            }

            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public void read(long offset, byte[] target, int targetOffset, int length) {
                if (closed) {
                    throw new IllegalStateException(name + ": is closed");
                }
                Objects.checkFromIndexSize(offset, length, bytes.length);
                System.arraycopy(bytes, (int) offset, target, targetOffset, length);
            }

            @Override
            public void close() {
                if (closed) {
                    throw new IllegalStateException(name + ": closed twice");
                }
                closed = true;
                open.decrementAndGet();
            }
        };
    }

    @Override
    public void rename(String from, String to) {
        contents.put(to, bytes(from));
        contents.remove(from);
    }

    @Override
    public void delete(String name) {
        contents.remove(name);
    }

    @Override
    public List<String> list() {
        return List.copyOf(new TreeMap<>(contents).keySet());
    }

    @Override
    public void forceDirectory() {
        if (failsDirectory) {
            throw new UncheckedIOException("directory", new IOException("cannot force"));
        }
    }
}
