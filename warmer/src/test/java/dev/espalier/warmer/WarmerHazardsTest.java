package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.UncommittedBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What went wrong with warmers elsewhere (H60 to H68). */
@Timeout(30)
class WarmerHazardsTest {
    private final SlotState state = new SlotState();

    private static Warmer warmer(int workers, int batchKeys) {
        return Warmer.create(
                WarmerOptions.builder().workers(workers).batchKeys(batchKeys).build());
    }

    /** H60. */
    @Test
    void drainingDropsWhatWaitsAndKeepsWhatIsInFlight() throws InterruptedException {
        Hash32 expected = state.rootWithout(0, 20, 7_000);
        WatchedReads reads = state.watch();
        try (Warmer warmer = warmer(1, 10);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block);
                WatchedReads.Hold hold = reads.hold()) {
            warm.touch(SlotState.OWNER, UInt256.ZERO);
            reads.awaitHeld(1);
            SlotState.touch(warm, 1, 20);
            Thread drain = Thread.ofPlatform().start(warm::awaitDrain);
            SlotState.awaitWaiting(drain);
            assertThat(warm.report().dropped()).as("waiting").isEqualTo(19);
            assertThat(warm.report().warmed()).as("in flight").isZero();
            hold.release();
            drain.join();
            assertThat(warm.report().warmed()).isEqualTo(1);
            SlotState.write(block, 0, 20, 7_000);
            assertThat(block.stateRoot()).isEqualTo(expected);
            WarmerReport report = warm.report();
            assertThat(report.rows()).isPositive().isEqualTo(report.useful());
            assertThat(report.late()).as("the drain waited for them").isEqualTo(report.rows());
            assertThat(reads.rows().values()).as("reads of each row").containsOnly(1);
            SlotState.assertConsistent(report);
        }
    }

    /** H60, H57. */
    @Test
    void anInterruptDoesNotEndADrainAndStaysSet() throws InterruptedException {
        WatchedReads reads = state.watch();
        try (Warmer warmer = warmer(1, 10);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block);
                WatchedReads.Hold hold = reads.hold()) {
            warm.touch(SlotState.OWNER, UInt256.ZERO);
            reads.awaitHeld(1);
            AtomicReference<Boolean> interrupted = new AtomicReference<>();
            Thread drain = Thread.ofPlatform().start(() -> {
                warm.awaitDrain();
                interrupted.set(Thread.currentThread().isInterrupted());
            });
            SlotState.awaitWaiting(drain);
            drain.interrupt();
            SlotState.awaitWaiting(drain);
            assertThat(warm.report().warmed()).isZero();
            hold.release();
            drain.join();
            assertThat(interrupted.get()).isTrue();
            assertThat(warm.report().warmed()).isEqualTo(1);
        }
    }

    /** H61: nothing is lost below the bound, which no block of 60 million gas reaches, and losses are counted. */
    @Test
    void whatFindsNoRoomIsDroppedAndCounted() {
        assertThat(WarmerOptions.DEFAULT_QUEUE_CAPACITY).isGreaterThan(60_000_000 / 2_100);
        List<Runnable> unstarted = new ArrayList<>();
        WarmerOptions options = WarmerOptions.builder()
                .executor(unstarted::add)
                .queueCapacity(8)
                .build();
        try (Warmer warmer = Warmer.create(options);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, 8);
            assertThat(warm.report().dropped()).isZero();
            SlotState.touch(warm, 8, 11);
            assertThat(warm.report().dropped()).isEqualTo(3);
            unstarted.forEach(Runnable::run);
            assertThat(warm.report().warmed()).isEqualTo(8);
            SlotState.assertConsistent(warm.report());
        }
    }

    /** H61: with back-pressure nothing is dropped as long as somebody works. */
    @Test
    void aTouchWaitsForRoomIfTheOptionsSaySo() throws InterruptedException {
        List<Runnable> unstarted = new CopyOnWriteArrayList<>();
        WarmerOptions options = WarmerOptions.builder()
                .executor(unstarted::add)
                .queueCapacity(1)
                .maxWait(Duration.ofMinutes(1))
                .build();
        try (Warmer warmer = Warmer.create(options);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, 1);
            Thread evm = Thread.ofPlatform().start(() -> SlotState.touch(warm, 1, 2));
            while (warm.report().touched() < 2) {
                Thread.onSpinWait();
            }
            assertThat(warm.report().dropped()).isZero();
            unstarted.getFirst().run();
            evm.join();
            SlotState.awaitDone(warm);
            assertThat(warm.report().warmed() + warm.report().dropped()).isEqualTo(2);
            assertThat(warm.report().dropped()).isZero();
        }
    }

    /** H62. */
    @Test
    void touchingAClosedBlockOrWarmerOnlyCounts() {
        Hash32 expected = state.rootWithout(0, 5, 7_000);
        Warmer warmer = warmer(2, 10);
        try (UncommittedBlock block = state.begin()) {
            BlockWarmer ended = warmer.begin(block);
            ended.close();
            ended.close();
            SlotState.touch(ended, 0, 5);
            assertThat(ended.report().dropped()).isEqualTo(5);
            ended.awaitDrain();
        }
        warmer.close();
        warmer.close();
        try (UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, 5);
            warm.prefetch(new BlockAccessList(List.of()));
            warm.awaitDrain();
            SlotState.write(block, 0, 5, 7_000);
            assertThat(block.stateRoot()).isEqualTo(expected);
            assertThat(warm.report()).isEqualTo(new WarmerReport(5, 0, 0, 5, 0, 0, 0, 0, 0, 0));
        }
        assertThat(state.trie().stats().openViews()).isZero();
    }

    /** H62: a block that was being warmed when the warmer was closed. */
    @Test
    void closingTheWarmerUnderABlockLeavesTheBlockRight() {
        Hash32 expected = state.rootWithout(0, 50, 7_000);
        Warmer warmer = warmer(2, 10);
        try (UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, 25);
            warmer.close();
            SlotState.touch(warm, 25, 50);
            SlotState.write(block, 0, 50, 7_000);
            assertThat(block.stateRoot()).isEqualTo(expected);
            assertThat(warm.report().dropped()).isGreaterThanOrEqualTo(25);
            SlotState.assertConsistent(warm.report());
        }
        assertThat(warmer.report().touched()).isEqualTo(50);
        assertThat(state.trie().stats().openViews()).isZero();
    }

    /** H63: between workers. */
    @Test
    void twoWorkersThatNeedTheSameRowsReadThemOnce() {
        WatchedReads reads = state.watch();
        List<Thread> workers = new CopyOnWriteArrayList<>();
        WarmerOptions options = WarmerOptions.builder()
                .executor(task -> workers.add(Thread.ofPlatform().start(task)))
                .workers(2)
                .batchKeys(1)
                .build();
        try (Warmer warmer = Warmer.create(options);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block);
                WatchedReads.Hold hold = reads.hold()) {
            warm.touch(SlotState.OWNER, UInt256.ZERO);
            reads.awaitHeld(1);
            SlotState.touch(warm, 1, 40);
            assertThat(workers).hasSize(2);
            SlotState.awaitWaiting(workers.get(1));
            hold.release();
            SlotState.awaitDone(warm);
            assertThat(reads.rows()).hasSizeGreaterThan(10);
            assertThat(reads.rows().values()).containsOnly(1);
            assertThat(warm.report().rows()).isEqualTo(reads.rows().size());
        }
    }

    /** H63: between a worker and the block, which waits for the row in flight instead of reading it too. */
    @Test
    void aBlockWaitsForARowInFlightInsteadOfReadingItAgain() throws InterruptedException {
        Hash32 expected = state.rootWithout(0, 1, 7_000);
        WatchedReads reads = state.watch();
        try (Warmer warmer = warmer(1, 10);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block);
                WatchedReads.Hold hold = reads.hold()) {
            warm.touch(SlotState.OWNER, UInt256.ZERO);
            reads.awaitHeld(1);
            Thread test = Thread.currentThread();
            Thread releaser = Thread.ofPlatform().start(() -> {
                SlotState.awaitWaiting(test);
                hold.release();
            });
            SlotState.write(block, 0, 1, 7_000);
            assertThat(block.stateRoot()).isEqualTo(expected);
            releaser.join();
            assertThat(reads.rows().values()).containsOnly(1);
            assertThat(warm.report().late()).isPositive();
        }
    }

    /** H64: not more of them than were asked for, and as many. */
    @Test
    void asManyReadsAreUnderWayAsThereAreWorkers() {
        WatchedReads reads = state.watch();
        AtomicInteger running = new AtomicInteger();
        WarmerOptions options = WarmerOptions.builder()
                .executor(task -> {
                    running.incrementAndGet();
                    Thread.ofPlatform().start(() -> {
                        task.run();
                        running.decrementAndGet();
                    });
                })
                .workers(3)
                .batchKeys(1)
                .build();
        try (Warmer warmer = Warmer.create(options);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            warm.touch(SlotState.OWNER, UInt256.ZERO);
            SlotState.awaitDone(warm);
            try (WatchedReads.Hold hold = reads.hold()) {
                SlotState.touch(warm, 1, SlotState.SLOTS);
                reads.awaitHeld(3);
                SlotState.touch(warm, 0, SlotState.SLOTS);
                SlotState.awaitThat(() -> running.get() == 3, () -> "3 workers, not " + running);
                hold.release();
            }
            SlotState.awaitDone(warm);
            assertThat(reads.mostReading()).isEqualTo(3);
            assertThat(warm.report().warmed()).isEqualTo(SlotState.SLOTS);
        }
    }

    /** H65: a row that was read ahead is the block's own until its end, whatever a cache makes of the burst. */
    @Test
    void whatWasReadAheadNeedsNoCacheToBeFoundByItsBlock() {
        WatchedReads reads = state.watch();
        try (Warmer warmer = warmer(2, 16);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, SlotState.SLOTS);
            SlotState.awaitDone(warm);
            SlotState.write(block, 0, SlotState.SLOTS, 9);
            block.stateRoot();
            assertThat(reads.onDemand()).isZero();
            assertThat(warm.report().useful())
                    .isEqualTo(warm.report().rows())
                    .isEqualTo(block.stats().loads());
            assertThat(warm.report().wasted()).isZero();
        }
    }

    /** H66: the reads of a block are of its own parent state, also when another block was committed on it meanwhile. */
    @Test
    void rowsAreReadAtTheStateThatTheBlockBeganOn() {
        Hash32 expected = state.rootWithout(0, 30, 7_000);
        WatchedReads reads = state.watch();
        try (Warmer warmer = warmer(1, 100);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block);
                WatchedReads.Hold hold = reads.hold()) {
            warm.touch(SlotState.OWNER, UInt256.ZERO);
            reads.awaitHeld(1);
            SlotState.touch(warm, 1, 30);
            try (UncommittedBlock other = state.begin()) {
                SlotState.write(other, 0, 30, 8);
                state.commit(other);
            }
            hold.release();
            SlotState.awaitDone(warm);
            int before = reads.onDemand();
            SlotState.write(block, 0, 30, 7_000);
            assertThat(block.stateRoot()).isEqualTo(expected);
            assertThat(reads.onDemand()).as("rows that were of another state").isEqualTo(before);
            assertThat(warm.report().useful()).isEqualTo(warm.report().rows()).isPositive();
        }
        Hash32 next = state.rootWithout(0, 30, 7_000);
        try (Warmer warmer = warmer(1, 100);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, 30);
            SlotState.awaitDone(warm);
            SlotState.write(block, 0, 30, 7_000);
            assertThat(block.stateRoot()).isEqualTo(next).isEqualTo(expected);
        }
    }

    /** H67: nothing is started or read for a block that touches nothing. */
    @Test
    void anEmptyBlockStartsNoWorkerAndReadsNothing() {
        WatchedReads reads = state.watch();
        WarmerOptions options = WarmerOptions.builder()
                .executor(task -> {
                    throw new AssertionError("a worker was started");
                })
                .build();
        try (Warmer warmer = Warmer.create(options)) {
            for (int i = 0; i < 1_000; i++) {
                try (UncommittedBlock block = state.begin();
                        BlockWarmer warm = warmer.begin(block)) {
                    warm.prefetch(new BlockAccessList(List.of()));
                    warm.awaitDrain();
                    assertThat(block.stateRoot()).isEqualTo(state.trie().headRoot());
                }
            }
            assertThat(reads.rows()).isEmpty();
            assertThat(warmer.report()).isEqualTo(WarmerReport.NONE);
        }
        assertThat(state.trie().stats().openViews()).isZero();
    }

    /** H68: a source that fails for whoever reads ahead. */
    @Test
    void aFailedReadAheadFailsNoBlock() {
        Hash32 expected = state.rootWithout(0, 50, 7_000);
        for (boolean rows : new boolean[] {true, false}) {
            WatchedReads reads = state.watch();
            if (rows) {
                reads.failRows();
            } else {
                reads.failLeaves();
            }
            try (Warmer warmer = warmer(2, 10);
                    UncommittedBlock block = state.begin();
                    BlockWarmer warm = warmer.begin(block)) {
                SlotState.touch(warm, 0, 50);
                SlotState.awaitDone(warm);
                assertThat(warm.report().failed()).isEqualTo(50);
                assertThatCode(warm::awaitDrain).doesNotThrowAnyException();
                SlotState.write(block, 0, 50, 7_000);
                assertThat(block.stateRoot()).isEqualTo(expected);
                assertThat(reads.onDemand()).isPositive();
                SlotState.assertConsistent(warm.report());
            }
        }
    }

    /** H68: a block that waits for a read which then fails reads for itself. */
    @Test
    void aBlockThatWaitedForAReadThatFailsReadsForItself() throws InterruptedException {
        Hash32 expected = state.rootWithout(0, 1, 7_000);
        WatchedReads reads = state.watch();
        reads.failRows();
        try (Warmer warmer = warmer(1, 10);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block);
                WatchedReads.Hold hold = reads.hold()) {
            warm.touch(SlotState.OWNER, UInt256.ZERO);
            reads.awaitHeld(1);
            Thread test = Thread.currentThread();
            Thread releaser = Thread.ofPlatform().start(() -> {
                SlotState.awaitWaiting(test);
                hold.release();
            });
            SlotState.write(block, 0, 1, 7_000);
            assertThat(block.stateRoot()).isEqualTo(expected);
            releaser.join();
            SlotState.awaitDone(warm);
            assertThat(warm.report().failed()).isEqualTo(1);
            assertThat(warm.report().useful()).isZero();
        }
    }

    /** H68: an executor that refuses costs warmth, and is asked once a block. */
    @Test
    void anExecutorThatRefusesFailsNoBlock() {
        Hash32 expected = state.rootWithout(0, 50, 7_000);
        WarmerOptions options = WarmerOptions.builder()
                .executor(task -> {
                    throw new RejectedExecutionException("full");
                })
                .build();
        try (Warmer warmer = Warmer.create(options)) {
            for (int i = 0; i < 3; i++) {
                try (UncommittedBlock block = state.begin();
                        BlockWarmer warm = warmer.begin(block)) {
                    SlotState.touch(warm, 0, 50);
                    warm.awaitDrain();
                    SlotState.write(block, 0, 50, 7_000);
                    assertThat(block.stateRoot()).isEqualTo(expected);
                    assertThat(warm.report().dropped()).isEqualTo(50);
                }
            }
            assertThat(warmer.refusals()).isEqualTo(3);
        }
    }

    /** H68: whatever a touch names, the thread of the EVM goes on. */
    @Test
    void keysThatDoNotExistAreWarmedWithoutHarm() {
        Address nobody = SlotState.address(200);
        try (Warmer warmer = warmer(2, 10);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            warm.touch(nobody);
            warm.touch(nobody, UInt256.MAX);
            warm.touch(SlotState.OWNER, UInt256.MAX);
            warm.touch(Hash32.ZERO);
            warm.touch(Hash32.ZERO, Hash32.ZERO);
            SlotState.awaitDone(warm);
            assertThat(warm.report().warmed()).isEqualTo(5);
            assertThat(block.stateRoot()).isEqualTo(state.trie().headRoot());
        }
    }
}
