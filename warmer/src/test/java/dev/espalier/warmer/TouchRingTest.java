package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queue between the EVM's threads and a worker. */
class TouchRingTest {
    private static final BlockWarmer BLOCK = new BlockWarmer(Warmer.create(WarmerOptions.defaults()), null);

    private static Touch touch(long thread, long number) {
        return new Touch(BLOCK, Hash32.of(thread, number, 0, 0), null);
    }

    @Test
    void touchesComeOutInOrderAndTheFullRingRefuses() {
        TouchRing ring = new TouchRing(4);
        for (int round = 0; round < 10; round++) {
            assertThat(ring.poll()).isNull();
            for (int i = 0; i < 4; i++) {
                assertThat(ring.offer(touch(round, i))).isTrue();
            }
            assertThat(ring.offer(touch(round, 4))).isFalse();
            assertThat(ring.size()).isEqualTo(4);
            for (int i = 0; i < 4; i++) {
                assertThat(ring.poll()).isEqualTo(touch(round, i));
            }
            assertThat(ring.size()).isZero();
        }
    }

    @Test
    void aRingOfOneHoldsOne() {
        TouchRing ring = new TouchRing(1);
        assertThat(ring.offer(touch(0, 0))).isTrue();
        assertThat(ring.offer(touch(0, 1))).isFalse();
        assertThat(ring.poll()).isEqualTo(touch(0, 0));
        assertThat(ring.offer(touch(0, 2))).isTrue();
    }

    @Test
    @Timeout(30)
    void nothingIsLostOrDoubledOrOvertakenBetweenThreads() throws InterruptedException {
        int threads = 3;
        int each = 5_000;
        TouchRing ring = new TouchRing(64);
        List<Thread> writers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            long writer = i;
            writers.add(Thread.ofPlatform().start(() -> {
                for (int number = 0; number < each; number++) {
                    while (!ring.offer(touch(writer, number))) {
                        LockSupport.parkNanos(1_000);
                    }
                }
            }));
        }
        Map<Long, Long> next = new HashMap<>();
        int taken = 0;
        while (taken < threads * each) {
            Touch touch = ring.poll();
            if (touch != null) {
                Hash32 key = (Hash32) touch.account();
                assertThat(key.word(1)).isEqualTo(next.getOrDefault(key.word(0), 0L));
                next.put(key.word(0), key.word(1) + 1);
                taken++;
            }
        }
        for (Thread writer : writers) {
            writer.join();
        }
        assertThat(ring.poll()).isNull();
    }
}
