package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * A fill that has looked at the gate and then stands still, while a publication, a clear or an unpinning goes on. H05 (a
 * get-then-put fill overwrites what was published in between: put in by hand, it is caught here), H06, H09, H12.
 */
class FillInFlightTest {
    private static final BranchPath PINNED = Rows.path(0, 1, 2);
    private static final BranchPath EVICTING = Rows.path(0, 1, 8);

    /** Stands still after the second look of a fill: the one that is taken with the path locked. */
    private static final class StandingGate extends Gate {
        private final CountDownLatch standing = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private final AtomicInteger looks = new AtomicInteger();

        @Override
        boolean admits(long reader) {
            boolean admitted = super.admits(reader);
            if (looks.incrementAndGet() == 2) {
                standing.countDown();
                await(released);
            }
            return admitted;
        }
    }

    private final StandingGate gate = new StandingGate();
    private final BranchCache cache = new BranchCache(
            CacheOptions.builder()
                    .lifetime(CacheLifetime.CROSS_BLOCK)
                    .shadowOneIn(0)
                    .build(),
            gate);

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Thread start(Runnable task) {
        return Thread.ofPlatform().start(task);
    }

    /** Starts a fill that stands still, then the other task; lets the fill go on when that one waits or has ended. */
    private void during(BranchPath path, BranchRow filled, Runnable other) throws Exception {
        FutureTask<Void> filler = new FutureTask<>(() -> cache.fill(path, filled, 0), null);
        FutureTask<Void> changer = new FutureTask<>(other, null);
        Thread fillerThread = start(filler);
        await(gate.standing);
        Thread changerThread = start(changer);
        while (changerThread.getState() == Thread.State.RUNNABLE || changerThread.getState() == Thread.State.NEW) {
            Thread.onSpinWait();
        }
        gate.released.countDown();
        filler.get(30, TimeUnit.SECONDS);
        changer.get(30, TimeUnit.SECONDS);
        fillerThread.join();
        changerThread.join();
    }

    private void assertPublishedRowStays(BranchPath path) throws Exception {
        BranchRow old = Rows.row(path, 1);
        BranchRow published = Rows.row(path, 2);
        during(path, old, () -> cache.publish(Rows.change(path, published), _ -> {}));
        assertThat(cache.get(path, Rows.ref(published), cache.generation())).isEqualTo(published);
        assertThat(cache.get(path, Rows.ref(old), 0)).isNull();
        assertThat(cache.stats().entries()).isEqualTo(1);
    }

    @Test
    void aPublicationWaitsForTheFillAndReplacesIt() throws Exception {
        assertPublishedRowStays(EVICTING);
    }

    @Test
    void aPublicationWaitsForTheFillOfASlotAndReplacesIt() throws Exception {
        assertPublishedRowStays(PINNED);
    }

    @Test
    void aPublicationRemovesWhatTheFillHasPut() throws Exception {
        BranchRow old = Rows.row(EVICTING, 1);
        during(EVICTING, old, () -> cache.publish(Rows.change(EVICTING, null), _ -> {}));
        assertThat(cache.get(EVICTING, Rows.ref(old), cache.generation())).isNull();
    }

    /** H12: the slots that were there when the fill looked at the gate are gone; it must not land in those that came after. */
    @Test
    void aFillDoesNotLandInSlotsThatCameAfterAClear() throws Exception {
        BranchRow old = Rows.row(PINNED, 1);
        BranchPath neighbour = Rows.path(0, 2, PINNED.depth());
        during(PINNED, old, () -> cache.fill(neighbour, Rows.row(neighbour, 3), cache.clear()));
        assertThat(cache.stats().pinned().entries())
                .as("the neighbour's new slots")
                .isEqualTo(1);
        assertThat(cache.get(PINNED, Rows.ref(old), cache.generation())).isNull();
    }

    private void assertClearedFillIsNotFound(BranchPath path) throws Exception {
        BranchRow old = Rows.row(path, 1);
        during(path, old, cache::clear);
        long now = cache.generation();
        assertThat(cache.get(path, Rows.ref(old), now)).isNull();
        BranchRow fresh = Rows.row(path, 2);
        cache.fill(path, fresh, now);
        assertThat(cache.get(path, Rows.ref(fresh), now)).isEqualTo(fresh);
        cache.maintain();
        assertThat(Recount.bytes(cache)).isEqualTo(cache.stats().bytes());
        cache.clear();
        assertThat(cache.stats().bytes()).isZero();
    }

    /** H12: the fill comes to rest after the clear; its row is there, and of a generation that has ended. */
    @Test
    void aFillThatOutlastsAClearIsNotFoundAndMakesWay() throws Exception {
        assertClearedFillIsNotFound(EVICTING);
    }

    @Test
    void aFillOfASlotThatOutlastsAClearIsNotFoundAndMakesWay() throws Exception {
        assertClearedFillIsNotFound(PINNED);
    }
}
