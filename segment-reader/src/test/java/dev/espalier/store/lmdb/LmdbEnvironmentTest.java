package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.lmdb.LmdbEnvironment.Purpose;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.EnvFlags;

class LmdbEnvironmentTest {
    private static final byte[] KEY = {0, 9};
    private static final long MIB = 1 << 20;

    @TempDir
    private Path directory;

    private LmdbEnvironment environment;

    @BeforeEach
    void open() {
        environment = LmdbEnvironment.open(
                directory.resolve("log.mdb"), LmdbOptions.defaults().withMap(64 << 10, 16 * MIB));
    }

    @AfterEach
    void close() {
        environment.close();
    }

    private byte[] get(byte... key) {
        return environment.read(in -> in.get(key));
    }

    private void put(byte... bytes) {
        environment.write(Purpose.APPEND, bytes.length, in -> in.put(KEY, bytes));
    }

    @Test
    void noSyncIsLeftOut() {
        assertThat(LmdbEnvironment.FLAGS)
                .containsExactlyInAnyOrder(EnvFlags.MDB_NOSUBDIR, EnvFlags.MDB_NORDAHEAD, EnvFlags.MDB_NOTLS);
    }

    @Test
    void aWriteThatThrowsChangesNothing() {
        put((byte) 1);
        assertThatThrownBy(() -> environment.write(Purpose.APPEND, 1, in -> {
                    in.put(KEY, new byte[] {2});
                    throw new IllegalStateException("stop");
                }))
                .hasMessage("stop");

        assertThat(get(KEY)).containsExactly(1);
        put((byte) 3);
        assertThat(get(KEY)).containsExactly(3);
    }

    /** H46: a slot of LMDB's table of readers is free again when its read has returned. */
    @Test
    void noReadTransactionIsLeftOpen() {
        put((byte) 1);
        for (int i = 0; i < 1_000; i++) {
            environment.read(in -> in.get(KEY));
            assertThatThrownBy(() -> environment.read(in -> {
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");
        }
        assertThat(environment.info().numReaders).isEqualTo(1);
        assertThat(environment.openTransactions()).isZero();
    }

    @Test
    void moreThreadsThanSlotsReadAtOnce() throws Exception {
        put((byte) 1);
        int threads = 3 * LmdbEnvironment.TRANSACTIONS;
        CountDownLatch start = new CountDownLatch(1);
        List<Future<?>> reads = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < threads; i++) {
                reads.add(executor.submit(() -> {
                    start.await();
                    for (int j = 0; j < 20; j++) {
                        assertThat(get(KEY)).containsExactly(1);
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> read : reads) {
                read.get();
            }
        }
        assertThat(environment.info().numReaders).isLessThanOrEqualTo(LmdbEnvironment.TRANSACTIONS);
        assertThat(environment.openTransactions()).isZero();
    }

    /** H47: the map moves only when nobody reads in it. */
    @Test
    void growthWaitsForAReadThatIsUnderWay() throws Exception {
        put((byte) 1);
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger attempts = new AtomicInteger();
        CountDownLatch secondAttempt = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
            Future<byte[]> read = executor.submit(() -> environment.read(in -> {
                reading.countDown();
                awaitUninterrupted(goOn);
                return in.get(KEY);
            }));
            reading.await();
            Future<?> write = executor.submit(() -> environment.write(Purpose.APPEND, MIB, in -> {
                if (attempts.incrementAndGet() == 2) {
                    secondAttempt.countDown();
                }
                in.put(new byte[] {0, 10}, new byte[(int) MIB]);
            }));
            while (attempts.get() == 0) {
                Thread.onSpinWait();
            }
            assertThat(secondAttempt.getCount()).isEqualTo(1);
            assertThat(write.isDone()).isFalse();
            goOn.countDown();
            assertThat(read.get()).containsExactly(1);
            write.get();
        }
        assertThat(attempts).hasValue(2);
        assertThat(get((byte) 0, (byte) 10)).hasSize((int) MIB);
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** H57: an interrupted reader harms nobody. */
    @Test
    void anInterruptedThreadReadsAndStaysInterrupted() {
        put((byte) 1);
        Thread.currentThread().interrupt();
        try {
            assertThat(get(KEY)).containsExactly(1);
            put((byte) 2);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(get(KEY)).containsExactly(2);
    }

    @Test
    void upkeepMayPassTheMaximum() {
        byte[] most = new byte[14 << 20];
        environment.write(Purpose.APPEND, most.length, in -> in.put(KEY, most));
        byte[] more = new byte[3 << 20];

        assertThatThrownBy(() -> environment.write(Purpose.APPEND, more.length, in -> in.put(new byte[] {0, 10}, more)))
                .isInstanceOf(StoreFullException.class);
        environment.write(Purpose.UPKEEP, more.length, in -> in.put(new byte[] {0, 10}, more));
        assertThat(environment.info().mapSize).isLessThanOrEqualTo(20 * MIB);
    }

    @Test
    void aClosedEnvironmentSaysSo() {
        environment.close();
        environment.close();

        assertThatThrownBy(() -> environment.read(in -> in.get(KEY)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is closed");
        assertThatThrownBy(() -> put((byte) 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> environment.copyTo(directory.resolve("copy")))
                .isInstanceOf(IllegalStateException.class);
    }
}
