package dev.espalier.store.lmdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The right to open a store: one holder at a time, in all processes of the machine. The operating system takes it from a
 * process that ends, however it ends. Safe for use by several threads.
 */
public final class StoreLock implements AutoCloseable {
    /** The name of the lock's file in the store's directory. It stays there when nobody holds the lock. */
    public static final String FILE_NAME = "store.lock";

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    /**
     * The directories that this class has locked. A file lock is the process's, and closing any channel on the file
     * frees it (POSIX), so a second channel must never be opened on a file that is locked here.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** Channels on files that somebody else in this process has locked: closing one would free that lock. */
    private static final Queue<FileChannel> LEFT_OPEN = new ConcurrentLinkedQueue<>();

    private final Path directory;
    private final FileChannel channel;
    private final AtomicBoolean held = new AtomicBoolean(true);

    private StoreLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Locks a store.
     *
     * @param directory the store's directory, made if there is none
     * @throws StoreLockedException if somebody holds it, whom the message names by process id and host
     * @throws UncheckedIOException if the directory cannot be made or the file not be written
     */
    public static StoreLock acquire(Path directory) {
        try {
            Path real = Files.createDirectories(directory).toRealPath();
            if (!HELD.add(real)) {
                throw locked(real, holder());
            }
            FileChannel channel = null;
            try {
                channel = lockedChannel(real);
                return new StoreLock(real, channel);
            } finally {
                if (channel == null) {
                    HELD.remove(real);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("store lock: cannot lock " + directory + ": " + e.getMessage(), e);
        }
    }

    private static FileChannel lockedChannel(Path directory) throws IOException {
        Path file = directory.resolve(FILE_NAME);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean keep = false;
        try {
            if (channel.tryLock() == null) {
                throw locked(directory, text(file));
            }
            ByteBuffer holder = StandardCharsets.UTF_8.encode(holder());
            channel.truncate(0);
            while (holder.hasRemaining()) {
                channel.write(holder, holder.position());
            }
            keep = true;
            return channel;
        } catch (OverlappingFileLockException e) {
            LEFT_OPEN.add(channel);
            keep = true;
            throw locked(directory, holder());
        } finally {
            if (!keep) {
                channel.close();
            }
        }
    }

    /** Tells whether somebody, of this process or another, holds the lock of a directory that exists. */
    static boolean isTaken(Path directory) throws IOException {
        Path file = directory.resolve(FILE_NAME);
        if (HELD.contains(directory.toRealPath())) {
            return true;
        }
        if (Files.notExists(file)) {
            return false;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        boolean keep = false;
        try {
            // Frees what it took when the channel is closed.
            return channel.tryLock(0, Long.MAX_VALUE, true) == null;
        } catch (OverlappingFileLockException e) {
            LEFT_OPEN.add(channel);
            keep = true;
            return true;
        } finally {
            if (!keep) {
                channel.close();
            }
        }
    }

    private static StoreLockedException locked(Path directory, @Nullable String holder) {
        return new StoreLockedException("store " + directory + " is open already, held by "
                + (holder == null ? "an unknown process" : holder) + "; close it there first");
    }

    private static String holder() {
        return "pid=" + ProcessHandle.current().pid() + " host=" + host();
    }

    private static String host() {
        try {
            if (Files.isReadable(HOST_NAME)) {
                return Files.readString(HOST_NAME).strip();
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        } catch (IOException e) {
            throw new UncheckedIOException("store lock: cannot read " + HOST_NAME, e);
        }
    }

    /** Returns what the holder wrote; null if it has not written yet. */
    private static @Nullable String text(Path file) throws IOException {
        String text = Files.readString(file).strip();
        return text.isEmpty() ? null : text;
    }

    /** Returns the store's directory, without symbolic links. */
    public Path directory() {
        return directory;
    }

    /** Tells whether the lock is still held: until it is closed. */
    public boolean isHeld() {
        return held.get();
    }

    /** Frees the lock; again does nothing. What needs the lock must be closed before. */
    @Override
    public void close() {
        if (!held.compareAndSet(true, false)) {
            return;
        }
        try {
            channel.truncate(0);
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("store lock: cannot free " + directory.resolve(FILE_NAME), e);
        } finally {
            HELD.remove(directory);
        }
    }
}
