package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.file.ForwardingFiles;
import dev.espalier.segment.file.MappedFile;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.oracle.OracleState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * H57: a thread that is interrupted whenever it reads a segment file still reads what is right, and so do all others beside
 * it, while blocks are committed and files merged.
 */
@Timeout(120)
class InterruptedReaderTest {
    private static final ThreadLocal<Boolean> VICTIM = ThreadLocal.withInitial(() -> false);
    private static final int READERS = 3;
    private static final int TIMES = 40;

    @TempDir
    private Path directory;

    private final AtomicLong interrupts = new AtomicLong();

    /** The interrupt is there when the read begins, so that a file channel notices it inside of the read. */
    private SegmentFiles interrupting(SegmentFiles files) {
        return new ForwardingFiles(files) {
            @Override
            public MappedFile openMapped(String name) {
                return new InterruptedFile(super.openMapped(name), interrupts);
            }
        };
    }

    /** A file whose reads by a victim meet an interrupt. */
    private record InterruptedFile(MappedFile file, AtomicLong interrupts) implements MappedFile {
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
            if (VICTIM.get()) {
                interrupts.incrementAndGet();
                Thread.currentThread().interrupt();
            }
            file.read(offset, target, targetOffset, length);
        }

        @Override
        public void willRead(long offset, int length) {
            file.willRead(offset, length);
        }

        @Override
        public void close() {
            file.close();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void interruptsInFlightHarmNoReader(boolean mapped) throws Exception {
        StoreRun run = new StoreRun(
                directory,
                StoreOptions.builder()
                        .window(50)
                        .background(false)
                        .mappedFiles(mapped)
                        .partitionBytes(4_096)
                        .logMap(1 << 20, 1L << 30)
                        .build(),
                this::interrupting);
        for (int i = 0; i < 10; i++) {
            run.commit(i);
            run.store().flush();
        }
        run.store().merge();
        BlockId seen = run.head();
        OracleState state = run.state(seen);
        List<Future<?>> readers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(READERS)) {
            for (int i = 0; i < READERS; i++) {
                boolean victim = i == 0;
                readers.add(threads.submit(() -> {
                    VICTIM.set(victim);
                    for (int time = 0; time < TIMES; time++) {
                        try (TrieView view = run.trie().view(seen)) {
                            StateCheck.checkShows(view, state);
                        }
                    }
                    assertThat(Thread.interrupted()).as("interrupt is kept").isEqualTo(victim);
                }));
            }
            for (int i = 10; i < 20; i++) {
                run.commit(i);
                run.store().flush();
                run.store().merge();
            }
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
        assertThat(interrupts.get()).isGreaterThan(TIMES);
        run.check();
        assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
        run.close();
    }
}
