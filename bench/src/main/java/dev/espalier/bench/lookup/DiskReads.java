package dev.espalier.bench.lookup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** How long the disk takes to read a page, asked for alone. */
public final class DiskReads {
    private static final int PAGE = 4096;
    private static final int READS = 201;

    private DiskReads() {}

    /**
     * Reads random pages of the largest file in a folder, and drops the folder's pages before.
     *
     * @return the median in microseconds
     */
    public static double medianMicros(Path folder, PageCache cache) {
        cache.dropAll(folder);
        SplittableRandom random = new SplittableRandom();
        double[] micros = new double[READS];
        try (FileChannel file = FileChannel.open(largest(folder))) {
            long pages = Math.max(1, file.size() / PAGE);
            ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
            for (int read = 0; read < READS; read++) {
                long begun = System.nanoTime();
                file.read(page.clear(), random.nextLong(pages) * PAGE);
                micros[read] = (double) (System.nanoTime() - begun) / TimeUnit.MICROSECONDS.toNanos(1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read in " + folder + ": " + e.getMessage(), e);
        }
        Arrays.sort(micros);
        return micros[READS / 2];
    }

    private static Path largest(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow(() -> new IOException("no file in it"));
        }
    }
}
