package dev.espalier.store.lmdb;

import static org.lmdbjava.EnvFlags.MDB_NORDAHEAD;
import static org.lmdbjava.EnvFlags.MDB_NOSUBDIR;
import static org.lmdbjava.EnvFlags.MDB_NOTLS;
import static org.lmdbjava.EnvFlags.MDB_RDONLY_ENV;

import dev.espalier.trie.CorruptStoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.EnvInfo;
import org.lmdbjava.LmdbException;
import org.lmdbjava.LmdbNativeException;

/**
 * One LMDB file that is open: runs transactions, each within one call, and grows the map.
 *
 * <p>Any number of threads may read at once; the writer is one thread at a time, which the owner sees to. The map moves
 * when it grows and is gone after a close, and LMDB would read on at its old place: so every transaction holds a permit,
 * and whoever replaces the map holds them all.
 */
final class LmdbEnvironment implements AutoCloseable {
    /** No flag that leaves out a sync: a commit returns when data and meta page are on the disk. */
    static final Set<EnvFlags> FLAGS = Set.of(MDB_NOSUBDIR, MDB_NORDAHEAD, MDB_NOTLS);

    /** How many transactions can be open at once, which is the size of LMDB's table of readers. */
    static final int TRANSACTIONS = 126;

    /** What upkeep may take beyond the maximum: removing a record takes pages before it gives some back. */
    private static final long UPKEEP_STEP_BYTES = 1L << 20;

    private static final long PAGE_BYTES = 4096;
    private static final int EIO = 5;
    private static final int ENOSPC = 28;
    private static final int EFBIG = 27;
    private static final int EDQUOT = 122;

    /** Who writes, which decides how far the map may grow. */
    enum Purpose {
        /** A record: refused at the maximum. */
        APPEND,
        /** Forgetting records or replacing the file list: what makes room must not fail for want of it. */
        UPKEEP
    }

    /** The files that this process has open: LMDB's locks belong to a process, and a second open would undo the first's. */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path file;
    /** The file's name without links, which is what counts as open. */
    private final Path realFile;

    private final Env<byte[]> env;
    private final Dbi<byte[]> table;
    private final long maxMapBytes;
    private final Semaphore permits = new Semaphore(TRANSACTIONS, true);
    private volatile long mapBytes;
    private volatile boolean closed;
    private volatile boolean unmapped;
    private volatile @Nullable LmdbException failure;

    private LmdbEnvironment(Path file, Path realFile, Env<byte[]> env, Dbi<byte[]> table, long maxMapBytes) {
        this.file = file;
        this.realFile = realFile;
        this.env = env;
        this.table = table;
        this.maxMapBytes = maxMapBytes;
        this.mapBytes = env.info().mapSize;
    }

    /**
     * Opens a file, made if there is none.
     *
     * @throws CorruptStoreException if it is no LMDB file, or damaged
     * @throws UncheckedIOException if it cannot be opened
     */
    static LmdbEnvironment open(Path file, LmdbOptions options) {
        return open(file, options, FLAGS);
    }

    /**
     * Opens a file that exists for reading, maybe beside a process that writes to it. Its pages are checked as by {@link
     * #open(Path, LmdbOptions)} if nobody does. Beside a writer they cannot be: it changes them while they are looked at, so
     * that half of a change would count as damage. It checked them itself when it opened the file.
     *
     * @throws IllegalStateException if this process has it open
     * @throws CorruptStoreException if it is no LMDB file, or damaged while nobody writes to it
     * @throws UncheckedIOException if it cannot be opened
     */
    static LmdbEnvironment openReadOnly(Path file) {
        Set<EnvFlags> flags = EnumSet.copyOf(FLAGS);
        flags.add(MDB_RDONLY_ENV);
        return open(file, LmdbOptions.defaults(), flags);
    }

    private static LmdbEnvironment open(Path file, LmdbOptions options, Set<EnvFlags> flags) {
        Path realFile = realPath(file);
        if (!OPEN.add(realFile)) {
            throw new IllegalStateException("log " + file + " is open in this process already");
        }
        Env<byte[]> env = null;
        boolean opened = false;
        try {
            if (flags.contains(MDB_RDONLY_ENV)) {
                checkUnlessWritten(file);
            } else {
                LmdbFileCheck.check(file);
            }
            long fileBytes = Files.exists(file) ? Files.size(file) : 0;
            env = Env.create(ByteArrayProxy.PROXY_BA)
                    .setMapSize(Math.max(options.mapBytes(), roundedUp(fileBytes)))
                    .setMaxReaders(TRANSACTIONS)
                    .open(file.toFile(), flags.toArray(EnvFlags[]::new));
            Dbi<byte[]> table = env.openDbi((byte[]) null);
            LmdbEnvironment result = new LmdbEnvironment(file, realFile, env, table, options.maxMapBytes());
            opened = true;
            return result;
        } catch (LmdbException e) {
            throw problem(file, "open", e);
        } catch (IOException e) {
            throw new UncheckedIOException("log: cannot open " + file + ": " + e.getMessage(), e);
        } finally {
            if (env != null && !opened) {
                env.close();
            }
            if (!opened) {
                OPEN.remove(realFile);
            }
        }
    }

    /** Whether somebody writes is asked only where it matters: asking takes the lock for a moment, if nobody has it. */
    private static void checkUnlessWritten(Path file) throws IOException {
        Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory");
        try {
            LmdbFileCheck.check(file);
        } catch (CorruptStoreException _) {
            if (!StoreLock.isTaken(directory)) {
                // A writer that was seen at work has ended: from now on nothing changes.
                LmdbFileCheck.check(file);
            }
        }
    }

    /** The file may not be there yet. */
    private static Path realPath(Path file) {
        Path absolute = file.toAbsolutePath();
        Path parent = Objects.requireNonNull(absolute.getParent(), "a file is in a directory");
        try {
            return parent.toRealPath().resolve(absolute.getFileName());
        } catch (IOException e) {
            throw new UncheckedIOException("log: cannot open " + file + ": " + e.getMessage(), e);
        }
    }

    private static long roundedUp(long bytes) {
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    Path file() {
        return file;
    }

    /**
     * Reads in a transaction of its own, which has ended when this returns.
     *
     * @throws CorruptStoreException if {@code reading} throws it, with the file's name added, or LMDB finds damage
     */
    <T extends @Nullable Object> T read(Function<LmdbTransaction, T> reading) {
        permits.acquireUninterruptibly();
        try {
            requireOpen();
            try (LmdbTransaction transaction = new LmdbTransaction(table, env.txnRead())) {
                return reading.apply(transaction);
            }
        } catch (LmdbException e) {
            throw problem(file, "read", e);
        } catch (NegativeArraySizeException | InternalError e) {
            throw new CorruptStoreException(file + ": impossible length, or unreadable page", e);
        } catch (CorruptStoreException e) {
            throw inFile(e);
        } finally {
            permits.release();
        }
    }

    /**
     * Writes in a transaction of its own, which is durable when this returns. If this throws, nothing has changed.
     *
     * @param bytes about how much is written
     * @param writing called again after the map has grown
     * @throws StoreFullException if the map cannot grow, or the disk is full
     * @throws UncheckedIOException if the write or the sync failed; nothing can be written until it is opened anew
     */
    void write(Purpose purpose, long bytes, Consumer<LmdbTransaction> writing) {
        while (!fits(bytes, writing)) {
            grow(purpose, bytes);
        }
    }

    private boolean fits(long bytes, Consumer<LmdbTransaction> writing) {
        permits.acquireUninterruptibly();
        try {
            requireWritable();
            try (LmdbTransaction transaction = new LmdbTransaction(table, env.txnWrite())) {
                writing.accept(transaction);
                transaction.commit();
                return true;
            }
        } catch (Env.MapFullException e) {
            return false;
        } catch (LmdbException e) {
            throw writeProblem(e, bytes);
        } catch (CorruptStoreException e) {
            throw inFile(e);
        } finally {
            permits.release();
        }
    }

    /** Enlarges the map, when no transaction is open. */
    private void grow(Purpose purpose, long bytes) {
        long most = purpose == Purpose.UPKEEP ? Math.max(maxMapBytes, mapBytes + UPKEEP_STEP_BYTES) : maxMapBytes;
        if (mapBytes >= most) {
            throw new StoreFullException("log " + file + " is full: map=" + mapBytes + " bytes, the maximum is "
                    + maxMapBytes + ", and a change of about " + bytes
                    + " bytes does not fit; open the store with a larger maxMapBytes, or let records be forgotten");
        }
        long wanted = mapBytes + Math.max(mapBytes, roundedUp(2 * bytes));
        permits.acquireUninterruptibly(TRANSACTIONS);
        try {
            requireWritable();
            env.setMapSize(Math.min(wanted, most));
            mapBytes = env.info().mapSize;
        } catch (LmdbException e) {
            // The old map is gone, and there is no new one.
            unmapped = true;
            throw writeProblem(e, bytes);
        } finally {
            permits.release(TRANSACTIONS);
        }
    }

    /**
     * Copies what is committed to a file that does not exist, while others read and write.
     *
     * @throws UncheckedIOException if it cannot be copied
     */
    void copyTo(Path target) {
        permits.acquireUninterruptibly();
        try {
            requireOpen();
            env.copy(target.toFile());
        } catch (LmdbException e) {
            throw problem(file, "copy to " + target, e);
        } finally {
            permits.release();
        }
    }

    /** Returns LMDB's own figures. */
    EnvInfo info() {
        permits.acquireUninterruptibly();
        try {
            requireOpen();
            return env.info();
        } finally {
            permits.release();
        }
    }

    /** Returns the file's size. */
    long fileBytes() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("log: no size of " + file, e);
        }
    }

    /** Returns how many transactions are open. */
    int openTransactions() {
        return TRANSACTIONS - permits.availablePermits();
    }

    /** Waits for the transactions that are open, then closes the file; again does nothing. */
    @Override
    public void close() {
        permits.acquireUninterruptibly(TRANSACTIONS);
        try {
            if (!closed) {
                closed = true;
                env.close();
                OPEN.remove(realFile);
            }
        } finally {
            permits.release(TRANSACTIONS);
        }
    }

    /** Tells whether it was closed. */
    boolean isClosed() {
        return closed;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("log " + file + " is closed");
        }
        if (unmapped) {
            throw new IllegalStateException("log " + file + " lost its map; open the store anew", failure);
        }
    }

    /**
     * Requires that changes can be made.
     *
     * @throws IllegalStateException if it is closed, or a write failed
     */
    void requireWritable() {
        requireOpen();
        if (failure != null) {
            throw new IllegalStateException(
                    "log " + file + " stopped after a failed write; open the store anew", failure);
        }
    }

    /** Adds the file's name to what is wrong in it. */
    CorruptStoreException inFile(CorruptStoreException problem) {
        return new CorruptStoreException(file + ": " + problem.getMessage(), problem);
    }

    /**
     * A page that found no room leaves LMDB as it was. After any other failure nobody knows what is on the disk, a
     * failed sync least of all: the system may forget that pages were not written.
     */
    private RuntimeException writeProblem(LmdbException e, long bytes) {
        if (e instanceof LmdbNativeException.ConstantDerivedException system
                && isNoRoom(system.getResultCode(), bytes)) {
            return new StoreFullException(
                    "log " + file + ": no room on the disk: " + e.getMessage() + "; make room and try again", e);
        }
        failure = e;
        return problem(file, "write", e);
    }

    /** LMDB reports a write that was cut short for want of room as an I/O error. */
    private boolean isNoRoom(int code, long bytes) {
        return switch (code) {
            case ENOSPC, EFBIG, EDQUOT -> true;
            case EIO -> usableBytes() < roundedUp(2 * bytes) + UPKEEP_STEP_BYTES;
            default -> false;
        };
    }

    private long usableBytes() {
        try {
            return Files.getFileStore(file).getUsableSpace();
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    private static RuntimeException problem(Path file, String action, LmdbException e) {
        String text = "log " + file + ": cannot " + action + ": " + e.getMessage();
        return switch (e) {
            case Env.FileInvalidException _,
                    Env.VersionMismatchException _,
                    LmdbNativeException.PageCorruptedException _,
                    LmdbNativeException.PageNotFoundException _ -> new CorruptStoreException(text, e);
            default -> new UncheckedIOException(text, new IOException(e));
        };
    }
}
