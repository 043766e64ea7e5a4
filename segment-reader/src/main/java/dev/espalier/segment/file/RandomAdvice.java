package dev.espalier.segment.file;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Advises the system that a mapping is read at random ({@code madvise}, POSIX.1 and Linux). */
final class RandomAdvice {
    /** The value on Linux, on every processor. */
    private static final int MADV_RANDOM = 1;

    private static final @Nullable MethodHandle MADVISE = findMadvise();

    private RandomAdvice() {}

    /**
     * Gives the advice.
     *
     * @return false if the system has no such call or refuses it
     */
    static boolean give(MemorySegment mapping) {
        if (MADVISE == null) {
            return false;
        }
        try {
            return (int) MADVISE.invokeExact(mapping, mapping.byteSize(), MADV_RANDOM) == 0;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("madvise declares no exception", e);
        }
    }

    @SuppressWarnings("restricted") // The signature is that of madvise(2).
    private static @Nullable MethodHandle findMadvise() {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return null;
        }
        try {
            Linker linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find("madvise")
                    .map(address -> linker.downcallHandle(
                            address,
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.JAVA_INT)))
                    .orElse(null);
        } catch (UnsupportedOperationException | IllegalCallerException e) {
            // A system without a linker, or a process that may not call native code.
            return null;
        }
    }
}
