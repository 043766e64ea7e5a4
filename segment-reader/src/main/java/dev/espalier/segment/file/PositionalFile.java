package dev.espalier.segment.file;

import dev.espalier.trie.CorruptStoreException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Reads by position.
 *
 * <p>An interrupt that meets a thread inside of a channel closes the channel for all threads. So every read that finds
 * the channel closed opens it again, unless the file itself was closed, and the interrupted thread gets its flag back.
 */
final class PositionalFile implements MappedFile {
    private final String name;
    private final Path path;
    private final long size;
    private volatile FileChannel channel;
    private boolean closed;
    private int timesReopened;

    private PositionalFile(String name, Path path, FileChannel channel, long size) {
        this.name = name;
        this.path = path;
        this.channel = channel;
        this.size = size;
    }

    static PositionalFile open(String name, Path path) {
        try {
            return Uninterrupted.run(() -> {
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
                return new PositionalFile(name, path, channel, channel.size());
            });
        } catch (IOException e) {
            throw DiskFiles.failure("open", name, e);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long offset, byte[] target, int targetOffset, int length) {
        Objects.checkFromIndexSize(offset, length, size);
        ByteBuffer buffer = ByteBuffer.wrap(target, targetOffset, length);
        uninterrupted("read", current -> {
            while (buffer.hasRemaining()) {
                long at = offset + buffer.position() - targetOffset;
                if (current.read(buffer, at) < 0) {
                    throw new CorruptStoreException(
                            "segment file " + name + ": ends at offset=" + at + ", expected bytes=" + size);
                }
            }
            return true;
        });
    }

    /** Maps the whole file. */
    MemorySegment map(Arena arena) {
        return uninterrupted("map", current -> current.map(FileChannel.MapMode.READ_ONLY, 0, size, arena));
    }

    /** What is done with the channel; done again from where it stopped, if the channel was closed meanwhile. */
    private interface ChannelAction<T> {
        T on(FileChannel channel) throws IOException;
    }

    private <T> T uninterrupted(String what, ChannelAction<T> action) {
        try {
            return Uninterrupted.run(() -> onOpenChannel(action));
        } catch (IOException e) {
            throw DiskFiles.failure(what, name, e);
        }
    }

    private <T> T onOpenChannel(ChannelAction<T> action) throws IOException {
        while (true) {
            FileChannel current = channel;
            try {
                return action.on(current);
            } catch (ClosedByInterruptException e) {
                reopen(current);
                throw e;
            } catch (ClosedChannelException e) {
                reopen(current);
            }
        }
    }

    private synchronized void reopen(FileChannel found) {
        if (closed) {
            throw new IllegalStateException("segment file " + name + ": is closed");
        }
        if (!channel.equals(found)) {
            return;
        }
        try {
            channel = FileChannel.open(path, StandardOpenOption.READ);
            timesReopened++;
        } catch (IOException e) {
            throw DiskFiles.failure("open again", name, e);
        }
    }

    /** Returns how often an interrupt closed the channel. */
    synchronized int timesReopened() {
        return timesReopened;
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            channel.close();
        } catch (IOException e) {
            throw DiskFiles.failure("close", name, e);
        }
    }
}
