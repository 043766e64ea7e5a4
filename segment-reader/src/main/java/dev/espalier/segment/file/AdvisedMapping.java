package dev.espalier.segment.file;

import dev.espalier.trie.CorruptStoreException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * Reads pages through a mapping and longer ranges by position, which reads ahead and takes one call instead of a fault
 * a page.
 */
final class AdvisedMapping implements MappedFile {
    private static final int LONGEST_MAPPED_READ = 16 * 1024;

    private static final Object FAULTS = new Object();

    private final PositionalFile file;
    private final Arena arena;
    private final MemorySegment bytes;

    private AdvisedMapping(PositionalFile file, Arena arena, MemorySegment bytes) {
        this.file = file;
        this.arena = arena;
        this.bytes = bytes;
    }

    /** Maps a file; returns it as it is if the system refuses. */
    @SuppressWarnings("MustBeClosedChecker") // It is closed with what is returned.
    static MappedFile over(PositionalFile file) {
        if (file.size() == 0) {
            return file;
        }
        Arena arena = Arena.ofShared();
        try {
            MemorySegment bytes = file.map(arena);
            if (MappingAdvice.random(bytes)) {
                return new AdvisedMapping(file, arena, bytes);
            }
        } catch (UncheckedIOException e) {
            // No more mappings or no address space: positional reads need neither.
        }
        arena.close();
        return file;
    }

    @Override
    public String name() {
        return file.name();
    }

    @Override
    public long size() {
        return file.size();
    }

    @Override
    public void read(long offset, byte[] target, int targetOffset, int length) {
        if (length > LONGEST_MAPPED_READ) {
            file.read(offset, target, targetOffset, length);
            return;
        }
        Objects.checkFromIndexSize(offset, length, file.size());
        try {
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, offset, target, targetOffset, length);
            awaitFault();
        } catch (InternalError e) {
            // How the JVM reports a fault in a mapped page: the file was cut, or its disk failed.
            throw new CorruptStoreException(
                    "segment file " + file.name() + ": fault at offset=" + offset + ", length=" + length
                            + ", expected bytes=" + file.size() + ": cut while it was open, or unreadable",
                    e);
        }
    }

    @Override
    public void willRead(long offset, int length) {
        Objects.checkFromIndexSize(offset, length, file.size());
        MappingAdvice.willNeed(bytes.asSlice(offset, length));
    }

    /**
     * Lets a fault be thrown here. The JVM reports it not where it happens but where the thread next polls, which may be
     * in any caller; the return from a native method is such a place.
     */
    private static void awaitFault() {
        Thread.holdsLock(FAULTS);
    }

    @Override
    public void close() {
        try {
            arena.close();
        } finally {
            file.close();
        }
    }
}
