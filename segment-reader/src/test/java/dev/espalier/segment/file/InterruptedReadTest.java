package dev.espalier.segment.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** H57: an interrupt that meets a thread inside of a read closes the channel, and must harm no reader. */
@Timeout(120)
class InterruptedReadTest {
    private static final int LONGS = 64 * 1024;
    private static final int READ_BYTES = 64 * 1024;

    @TempDir
    Path directory;

    private final ExecutorService readers = Executors.newFixedThreadPool(3);

    @AfterEach
    void endReaders() {
        readers.shutdownNow();
    }

    /** Writes a file in which each long is its own index. */
    private void writeFile() {
        ByteBuffer bytes = ByteBuffer.allocate(8 * LONGS);
        for (int i = 0; i < LONGS; i++) {
            bytes.putLong(i);
        }
        try (FileAppender file = new DiskFiles(directory).create("a")) {
            file.write(bytes.array(), 0, bytes.capacity());
        }
    }

    private static void readAndCheck(MappedFile file, byte[] target, int index, int length) {
        file.read(8L * index, target, 0, length);
        ByteBuffer read = ByteBuffer.wrap(target);
        for (int i = 0; i < length / 8; i++) {
            if (read.getLong(8 * i) != index + i) {
                throw new AssertionError("long " + (index + i) + "=" + read.getLong(8 * i));
            }
        }
    }

    @Test
    void interruptsInFlightHarmNoReader() throws Exception {
        writeFile();
        PositionalFile file = PositionalFile.open("a", directory.resolve("a"));
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        List<Future<Long>> results = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            results.add(readers.submit(reader(file, done, threads)));
        }
        // Two of the three are interrupted, until it has met a read often enough.
        for (int i = 0; file.timesReopened() < 100; i++) {
            Thread victim = nth(threads, i % 2);
            if (victim != null) {
                victim.interrupt();
            }
            Thread.onSpinWait();
        }
        done.set(true);
        for (Future<Long> result : results) {
            assertThat(result.get()).as("reads of one thread").isPositive();
        }
        file.close();
    }

    private static Thread nth(List<Thread> threads, int index) {
        synchronized (threads) {
            return index < threads.size() ? threads.get(index) : null;
        }
    }

    private static Callable<Long> reader(MappedFile file, AtomicBoolean done, List<Thread> threads) {
        return () -> {
            synchronized (threads) {
                threads.add(Thread.currentThread());
            }
            byte[] target = new byte[READ_BYTES];
            long reads = 0;
            for (int at = 0; !done.get(); at = (at + 4_099) % (LONGS - READ_BYTES / 8)) {
                readAndCheck(file, target, at, READ_BYTES);
                reads++;
                // Taken off here, so that the next interrupt can meet a read again.
                Thread.interrupted();
            }
            return reads;
        };
    }

    @Test
    void aReaderKeepsItsInterruptAndReadsAllTheSame() {
        writeFile();
        for (ReadAccess access : ReadAccess.values()) {
            try (MappedFile file = new DiskFiles(directory, access).openMapped("a")) {
                Thread.currentThread().interrupt();
                readAndCheck(file, new byte[4096], 0, 4096);
                assertThat(Thread.interrupted())
                        .as("flag after a read, " + access)
                        .isTrue();
                Thread.currentThread().interrupt();
                readAndCheck(file, new byte[READ_BYTES], 17, READ_BYTES);
                assertThat(Thread.interrupted())
                        .as("flag after a long read, " + access)
                        .isTrue();
            }
        }
    }

    @Test
    void openingWritingAndForcingWorkUnderAnInterrupt() {
        DiskFiles files = new DiskFiles(directory);
        Thread.currentThread().interrupt();
        writeFile();
        files.rename("a", "b");
        files.forceDirectory();
        try (MappedFile file = files.openMapped("b")) {
            readAndCheck(file, new byte[4096], 0, 4096);
        }
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aClosedFileIsNotOpenedAgain() {
        writeFile();
        PositionalFile file = PositionalFile.open("a", directory.resolve("a"));
        file.close();
        assertThatThrownBy(() -> file.read(0, new byte[8], 0, 8))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("segment file a: is closed");
    }
}
