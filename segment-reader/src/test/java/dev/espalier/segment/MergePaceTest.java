package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MergePaceTest {
    /** So slow that whoever waits for bytes would not end in a test. */
    private final MergePace slow = new MergePace(1);

    private final AtomicBoolean cancelled = new AtomicBoolean();

    private Thread startWaiting() {
        Thread thread = new Thread(() -> slow.keep(1_000_000, cancelled::get));
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void liftingEndsTheWaitsAndLaterOnesUntilItIsTakenBack() throws InterruptedException {
        Thread waiting = startWaiting();
        Thread another = startWaiting();
        slow.lift();
        waiting.join();
        another.join();
        slow.keep(1_000_000, cancelled::get);
        slow.lift();
        slow.restore();
        slow.keep(1_000_000, cancelled::get);
        slow.restore();
        Thread held = startWaiting();
        slow.lift();
        held.join();
    }

    @Test
    void aCancelledMergeStopsWaitingWhenItIsWoken() throws InterruptedException {
        Thread waiting = startWaiting();
        cancelled.set(true);
        slow.wake();
        waiting.join();
    }

    @Test
    void bytesTakeTheirTime() {
        MergePace pace = new MergePace(1_000_000);
        long start = System.nanoTime();
        pace.keep(20_000, () -> false);
        pace.keep(0, () -> false);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
    }

    @Test
    void onlyAPositiveLimitIsOne() {
        assertThatThrownBy(() -> new MergePace(0)).hasMessageContaining("bytesPerSecond=0");
    }
}
