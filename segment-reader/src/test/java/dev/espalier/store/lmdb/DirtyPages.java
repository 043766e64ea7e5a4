package dev.espalier.store.lmdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** Asks Linux how much of a file it holds that is not yet on the disk (cachestat, since Linux 6.5). */
final class DirtyPages {
    private static final long CACHESTAT = 451;
    private static final int O_RDONLY = 0;

    private DirtyPages() {}

    /** Returns the number of pages that are not yet on the disk; 0 too where the system does not tell. */
    @SuppressWarnings("restricted")
    static long of(Path file) throws IOException {
        Linker linker = Linker.nativeLinker();
        MethodHandle open = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("open"),
                FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT),
                Linker.Option.firstVariadicArg(2));
        MethodHandle close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        MethodHandle syscall = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("syscall"),
                FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
                Linker.Option.firstVariadicArg(1));
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) open.invokeExact(arena.allocateFrom(file.toString()), O_RDONLY);
            MemorySegment wholeFile = arena.allocate(JAVA_LONG, 2);
            MemorySegment counts = arena.allocate(JAVA_LONG, 5);
            try {
                long result = (long) syscall.invokeExact(CACHESTAT, descriptor, wholeFile, counts, 0);
                return result == 0 ? counts.getAtIndex(JAVA_LONG, 1) + counts.getAtIndex(JAVA_LONG, 2) : 0;
            } finally {
                close.invoke(descriptor);
            }
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }
}
