package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.RowRequests;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who reads a row, who waits, and who goes first. */
@Timeout(30)
class BlockRowsTest {
    private final WarmCounters counters = new WarmCounters();
    private final DemandGate gate = new DemandGate();
    private volatile boolean drains;
    private final BlockRows rows = new BlockRows(gate, counters, () -> drains);
    private final AtomicInteger reads = new AtomicInteger();
    private final BranchSource source = requests -> {
        reads.incrementAndGet();
        for (int i = 0; i < requests.size(); i++) {
            requests.answer(i, row(requests.path(i).depth()));
        }
    };

    private static BranchRow row(int depth) {
        RowBuilder builder = new RowBuilder();
        builder.start(depth, null);
        builder.setBranch(1, NodeRef.ofHash(Keys.key("a")));
        builder.setBranch(2, NodeRef.ofHash(Keys.key("b")));
        return builder.freeze();
    }

    private static RowRequests requests(int... depths) {
        RowRequests requests = new RowRequests();
        for (int depth : depths) {
            requests.add(path(depth), ref(depth));
        }
        return requests;
    }

    private static BranchPath path(int depth) {
        return BranchPath.of(1, Hash32.ZERO, depth);
    }

    private static NodeRef ref(int depth) {
        return NodeRef.ofHash(Keys.spread(depth));
    }

    /** H64: a read on demand does not find further reads ahead beside it. */
    @Test
    void noReadAheadBeginsWhileTheBlockReadsForItself() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch hold = new CountDownLatch(1);
        Thread block = Thread.ofPlatform()
                .start(() -> rows.load(requests(1), requests -> {
                    inside.countDown();
                    awaitUninterruptibly(hold);
                    source.loadRows(requests);
                }));
        inside.await();
        AtomicInteger ahead = new AtomicInteger();
        Thread worker = Thread.ofPlatform()
                .start(() -> rows.loadAhead(requests(2), requests -> {
                    ahead.incrementAndGet();
                    source.loadRows(requests);
                }));
        SlotState.awaitWaiting(worker);
        assertThat(ahead.get()).isZero();
        hold.countDown();
        block.join();
        worker.join();
        assertThat(ahead.get()).isEqualTo(1);
    }

    /** Else a drain of one block would wait for the root of another. */
    @Test
    void aReadAheadThatADrainWaitsForDoesNotWaitItself() throws InterruptedException {
        gate.enter();
        Thread worker = Thread.ofPlatform().start(() -> rows.loadAhead(requests(2), source));
        SlotState.awaitWaiting(worker);
        drains = true;
        gate.look();
        worker.join();
        assertThat(counters.rows.sum()).isEqualTo(1);
        gate.leave();
    }

    /** H63: each reads what it asked for first, then waits for what the other has: no circle. */
    @Test
    void twoThatNeedEachOthersRowsDoNotWaitInACircle() throws InterruptedException {
        CountDownLatch bothInside = new CountDownLatch(2);
        BranchSource meeting = requests -> {
            bothInside.countDown();
            awaitUninterruptibly(bothInside);
            source.loadRows(requests);
        };
        RowRequests[] asked = {requests(1), requests(2)};
        Thread one = Thread.ofPlatform().start(() -> rows.loadAhead(asked[0], meeting));
        Thread two = Thread.ofPlatform().start(() -> rows.loadAhead(asked[1], meeting));
        one.join();
        two.join();
        RowRequests both = requests(1, 2, 3);
        rows.load(both, source);
        assertThat(both.row(0)).isEqualTo(row(1));
        assertThat(both.row(1)).isEqualTo(row(2));
        assertThat(both.row(2)).isEqualTo(row(3));
        assertThat(reads.get()).isEqualTo(3);
        assertThat(counters.rows.sum()).isEqualTo(2);
        assertThat(counters.useful.sum()).isEqualTo(2);
        assertThat(counters.late.sum()).isZero();
    }

    /** H66: a row of another content than the one asked for is not handed out. */
    @Test
    void aRowThatWasReadForAnotherRefIsReadAgain() {
        rows.loadAhead(requests(1), source);
        RowRequests other = new RowRequests();
        other.add(path(1), NodeRef.ofHash(Keys.key("c")));
        rows.load(other, source);
        assertThat(other.row(0)).isNotNull();
        assertThat(reads.get()).isEqualTo(2);
        assertThat(counters.useful.sum()).isZero();
    }

    @Test
    void aRowThatNobodyHasStaysUnansweredAndIsAskedForAgain() {
        for (int i = 1; i < 3; i++) {
            RowRequests absent = requests(1);
            rows.load(absent, requests -> reads.incrementAndGet());
            assertThat(absent.row(0)).isNull();
            assertThat(reads.get()).isEqualTo(i);
        }
    }

    @Test
    void aReadOnDemandThatFailsFailsItsCallerAndKeepsNobodyWaiting() {
        assertThatThrownBy(() -> rows.load(requests(1), requests -> {
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        gate.awaitTurn(() -> false);
        rows.loadAhead(requests(1), source);
        assertThat(counters.rows.sum()).isEqualTo(1);
    }

    @Test
    void aRowIsUsefulOnceHoweverOftenItIsAskedFor() {
        rows.loadAhead(requests(1, 2), source);
        rows.load(requests(1), source);
        rows.load(requests(1), source);
        assertThat(counters.useful.sum()).isEqualTo(1);
        assertThat(counters.rows.sum()).isEqualTo(2);
        assertThat(counters.bytes.sum()).isEqualTo(row(1).encodedLength() + row(2).encodedLength());
    }

    @Test
    void closedRowsComeFromTheStore() {
        rows.loadAhead(requests(1), source);
        rows.close();
        rows.load(requests(1), source);
        assertThat(reads.get()).isEqualTo(2);
        assertThat(counters.useful.sum()).isZero();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
