package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class HitCountTest {
    private static final int TIMES = 10_000;

    private final HitCount count = new HitCount();

    private void incrementOften() {
        for (int i = 0; i < TIMES; i++) {
            count.increment();
        }
    }

    @Test
    void countsOfOneThreadAreExact() {
        assertThat(count.sum()).isZero();
        incrementOften();
        assertThat(count.sum()).isEqualTo(TIMES);
    }

    @Test
    void countsOfThreadsThatTakeTurnsAreExact() throws InterruptedException {
        for (int i = 0; i < 40; i++) {
            Thread thread = new Thread(this::incrementOften);
            thread.start();
            thread.join();
        }
        assertThat(count.sum()).isEqualTo(40L * TIMES);
    }

    @Test
    void threadsAtOnceNeverCountTooMuchAndThoseCreatedTogetherLoseNothing() throws InterruptedException {
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                try {
                    begin.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                incrementOften();
            }));
        }
        threads.forEach(Thread::start);
        begin.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(count.sum()).isEqualTo(4L * TIMES);
    }
}
