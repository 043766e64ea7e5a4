package dev.espalier.bench.lookup;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** The system's memory of files (Linux): lets go of a file's pages, as if nobody had read it for long. */
public final class PageCache {
    private static final int READ_ONLY = 0;
    private static final int DONT_NEED = 4;

    private final MethodHandle open;
    private final MethodHandle advise;
    private final MethodHandle close;

    /** Looks the system calls up. */
    public PageCache() {
        open = function("open", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        advise = function(
                "posix_fadvise",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT));
        close = function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }

    @SuppressWarnings("restricted") // The signatures are those of POSIX.1.
    private static MethodHandle function(String name, FunctionDescriptor signature) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), signature);
    }

    /**
     * Lets a file's pages go. Pages that are mapped or not written back yet stay.
     *
     * @throws IllegalStateException if the system refuses
     */
    public void drop(Path file) {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) open.invokeExact(arena.allocateFrom(file.toString()), READ_ONLY);
            if (descriptor < 0) {
                throw new IllegalStateException("cannot open " + file + " to drop its pages");
            }
            int result = (int) advise.invokeExact(descriptor, 0L, 0L, DONT_NEED);
            int closed = (int) close.invokeExact(descriptor);
            if (result != 0 || closed != 0) {
                throw new IllegalStateException("cannot drop the pages of " + file + ": error " + result);
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("system calls declare no exception", e);
        }
    }
}
