package dev.espalier.segment.file;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Advises the system how a mapping is read ({@code madvise}, POSIX.1 and Linux). */
final class MappingAdvice {
    /** The values on Linux, on every processor. */
    private static final int MADV_RANDOM = 1;

    private static final int MADV_WILLNEED = 3;

    private static final @Nullable MethodHandle MADVISE = findMadvise();

    private MappingAdvice() {}

    /**
     * Says that a mapping is read at random, so that a page is read alone.
     *
     * @return false if the system has no such call or refuses it
     */
    static boolean random(MemorySegment mapping) {
        return give(mapping, MADV_RANDOM);
    }

    /**
     * Says that a part of a mapping, from the beginning of a page on, will be read soon: what is not in memory is asked of
     * the disk without waiting for it.
     *
     * @return false if the system has no such call or refuses it
     */
    static boolean willNeed(MemorySegment part) {
        return give(part, MADV_WILLNEED);
    }

    private static boolean give(MemorySegment mapping, int advice) {
        if (MADVISE == null) {
            return false;
        }
        try {
            return (int) MADVISE.invokeExact(mapping, mapping.byteSize(), advice) == 0;
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
