package dev.espalier.bench.lookup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The system's memory of files (Linux): lets go of a file's pages, as if nobody had read it for long. */
public final class PageCache {
    private static final int READ_ONLY = 0;
    private static final int DONT_NEED = 4;

    private final MethodHandle open;
    private final MethodHandle advise;
    private final MethodHandle close;
    private final MethodHandle adviseMapping;

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
        adviseMapping = function(
                "madvise",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
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
                if (!Files.exists(file)) {
                    // A merge has taken it away since the folder was listed.
                    return;
                }
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

    /**
     * Lets the pages of all files in a folder go, mapped or not. Whoever reads a mapping meanwhile or later reads the file
     * again.
     *
     * @param folder of files that are not written to
     * @throws IllegalStateException if the system refuses
     */
    public void dropAll(Path folder) {
        Path real = real(folder);
        FileMapping.ofProcess().stream()
                .filter(mapping -> mapping.file().startsWith(real))
                .forEach(this::release);
        forEachFile(real, this::drop);
    }

    /** Reads the files in a folder, so that their pages are in memory. */
    public void readAll(Path folder) {
        forEachFile(real(folder), PageCache::read);
    }

    /** What is mapped belongs to the process and is not dropped with the file's pages before the process lets go of it. */
    private void release(FileMapping mapping) {
        try {
            int result = (int) adviseMapping.invokeExact(mapping.address(), mapping.bytes(), DONT_NEED);
            // A merge may have taken the file away since the mappings were listed.
            if (result != 0 && FileMapping.ofProcess().contains(mapping)) {
                throw new IllegalStateException("cannot let go of the mapping of " + mapping.file());
            }
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("system calls declare no exception", e);
        }
    }

    private static void read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (NoSuchFileException e) {
            // A merge has taken it away since the folder was listed.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find " + folder + ": " + e.getMessage(), e);
        }
    }

    private static void forEachFile(Path folder, Consumer<Path> action) {
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(action);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder + ": " + e.getMessage(), e);
        }
    }
}
