package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.hash.Keccak256;
import dev.espalier.warmer.BlockAccessList.AccountChanges;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a warmer counts, and how it ends. */
@Timeout(30)
class WarmerTest {
    private final SlotState state = new SlotState();

    @Test
    void aKeyIsWarmedOnceABlockHoweverItIsNamed() {
        try (Warmer warmer = Warmer.create(WarmerOptions.defaults());
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            warm.touch(SlotState.OWNER, UInt256.ONE);
            warm.touch(SlotState.OWNER, UInt256.ONE);
            warm.touch(SlotState.OWNER);
            Hash32 owner = Keccak256.hash32(SlotState.OWNER.toBytes());
            warm.touch(owner);
            warm.touch(owner, Keccak256.hash32(UInt256.ONE.toBytes32()));
            SlotState.awaitDone(warm);
            assertThat(warm.report().warmed()).isEqualTo(2);
            assertThat(warm.report().duplicate()).isEqualTo(3);
        }
    }

    @Test
    void whatIsOnlyReadIsLeftOutUnlessAskedFor() {
        BlockAccessList list = new BlockAccessList(List.of(
                new AccountChanges(SlotState.OWNER, List.of(), List.of(UInt256.ONE), List.of(), List.of(), List.of()),
                new AccountChanges(SlotState.address(1), List.of(), List.of(), List.of(), List.of(), List.of())));
        for (boolean wanted : new boolean[] {false, true}) {
            WarmerOptions options = WarmerOptions.builder().warmReadOnly(wanted).build();
            try (Warmer warmer = Warmer.create(options);
                    UncommittedBlock block = state.begin();
                    BlockWarmer warm = warmer.begin(block)) {
                warm.touchReadOnly(SlotState.address(2));
                warm.touchReadOnly(SlotState.OWNER, UInt256.ZERO);
                warm.prefetch(list);
                SlotState.awaitDone(warm);
                WarmerReport report = warm.report();
                assertThat(report.touched()).isEqualTo(5);
                assertThat(report.readOnly()).isEqualTo(wanted ? 0 : 5);
                assertThat(report.warmed()).isEqualTo(wanted ? 5 : 0);
                assertThat(report.wasted()).isEqualTo(report.rows());
                assertThat(report.rows() > 0).isEqualTo(wanted);
            }
        }
    }

    @Test
    void keysBeyondTheBoundOfABlockAreDropped() {
        WarmerOptions options = WarmerOptions.builder().maxKeysPerBlock(3).build();
        try (Warmer warmer = Warmer.create(options);
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, 1);
            SlotState.awaitDone(warm);
            SlotState.touch(warm, 1, 3);
            SlotState.awaitDone(warm);
            SlotState.touch(warm, 0, 5);
            SlotState.awaitDone(warm);
            assertThat(warm.report().warmed()).isEqualTo(3);
            assertThat(warm.report().duplicate()).isEqualTo(3);
            assertThat(warm.report().dropped()).isEqualTo(2);
        }
    }

    @Test
    void aDrainOfOneBlockLeavesTheTouchesOfAnother() {
        WatchedReads reads = state.watch();
        try (Warmer warmer = Warmer.create(WarmerOptions.builder().workers(1).build());
                UncommittedBlock block = state.begin();
                UncommittedBlock other = state.begin();
                BlockWarmer warm = warmer.begin(block);
                BlockWarmer otherWarm = warmer.begin(other);
                WatchedReads.Hold hold = reads.hold()) {
            SlotState.touch(otherWarm, 0, 1);
            reads.awaitHeld(1);
            SlotState.touch(warm, 0, 5);
            SlotState.touch(otherWarm, 1, 4);
            SlotState.touch(warm, 5, 10);
            warm.awaitDrain();
            assertThat(warm.report().dropped()).isEqualTo(10);
            hold.release();
            SlotState.awaitDone(otherWarm);
            assertThat(otherWarm.report().warmed()).isEqualTo(4);
            assertThat(otherWarm.report().dropped()).isZero();
        }
    }

    @Test
    void quiescingEndsTheWarmingOfTheBlocksBegunSoFar() {
        try (Warmer warmer = Warmer.create(WarmerOptions.defaults());
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            SlotState.touch(warm, 0, 5);
            warmer.quiesce();
            WarmerReport before = warm.report();
            SlotState.touch(warm, 5, 10);
            warm.prefetch(new BlockAccessList(List.of(new AccountChanges(
                    SlotState.OWNER,
                    List.of(),
                    List.of(),
                    List.of(new BlockAccessList.BalanceChange(1, UInt256.ONE)),
                    List.of(),
                    List.of()))));
            assertThat(warm.report().dropped()).isEqualTo(before.dropped() + 6);
            SlotState.assertConsistent(warm.report());
            try (UncommittedBlock next = state.begin();
                    BlockWarmer nextWarm = warmer.begin(next)) {
                SlotState.touch(nextWarm, 0, 5);
                SlotState.awaitDone(nextWarm);
                assertThat(nextWarm.report().warmed()).isEqualTo(5);
            }
        }
    }

    @Test
    void theReportsOfClosedBlocksAddUp() {
        try (Warmer warmer = Warmer.create(WarmerOptions.defaults())) {
            WarmerReport sum = WarmerReport.NONE;
            for (int i = 1; i <= 3; i++) {
                try (UncommittedBlock block = state.begin()) {
                    BlockWarmer warm = warmer.begin(block);
                    SlotState.touch(warm, 0, 10 * i);
                    SlotState.awaitDone(warm);
                    assertThat(warmer.report()).isEqualTo(sum);
                    warm.close();
                    sum = sum.plus(warm.report());
                    assertThat(warmer.report()).isEqualTo(sum);
                }
            }
            assertThat(sum.touched()).isEqualTo(60);
            assertThat(sum.warmed()).isEqualTo(60);
        }
        WarmerReport one = new WarmerReport(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(one.plus(one)).isEqualTo(new WarmerReport(2, 4, 6, 8, 10, 12, 14, 16, 18, 20));
    }

    @Test
    void anExecutorOfTheCallersStaysTheCallers() {
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            Warmer warmer = Warmer.create(WarmerOptions.builder().executor(pool).build());
            try (UncommittedBlock block = state.begin();
                    BlockWarmer warm = warmer.begin(block)) {
                SlotState.touch(warm, 0, 50);
                SlotState.awaitDone(warm);
                assertThat(warm.report().warmed()).isEqualTo(50);
            }
            warmer.close();
            assertThat(pool.isShutdown()).isFalse();
        }
    }

    @Test
    void aBlockIsWarmedByOneAtATime() {
        try (Warmer warmer = Warmer.create(WarmerOptions.defaults());
                UncommittedBlock block = state.begin();
                BlockWarmer warm = warmer.begin(block)) {
            assertThatThrownBy(() -> warmer.begin(block)).isInstanceOf(IllegalStateException.class);
            assertThat(warm.report()).isEqualTo(WarmerReport.NONE);
        }
        assertThat(state.trie().stats().openViews()).isZero();
    }

    @Test
    void impossibleOptionsAreRefused() {
        WarmerOptions.Builder builder = WarmerOptions.builder();
        assertThatThrownBy(() -> builder.workers(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("workers=0, expected 1");
        assertThatThrownBy(() -> builder.batchKeys(0)).hasMessageContaining("batchKeys=0");
        assertThatThrownBy(() -> builder.queueCapacity(0)).hasMessageContaining("queueCapacity=0");
        assertThatThrownBy(() -> builder.queueCapacity(1 << 25)).hasMessageContaining("queueCapacity=33554432");
        assertThatThrownBy(() -> builder.maxKeysPerBlock(0)).hasMessageContaining("maxKeysPerBlock=0");
        assertThatThrownBy(() -> builder.maxWait(Duration.ofNanos(-1))).hasMessageContaining("maxWait=");
        assertThat(builder.queueCapacity(5).build().queueCapacity()).isEqualTo(8);
        assertThat(builder.queueCapacity(8).build().queueCapacity()).isEqualTo(8);
        assertThat(builder.queueCapacity(1).build().queueCapacity()).isEqualTo(1);
        WarmerOptions defaults = WarmerOptions.defaults();
        assertThat(defaults.workers()).isEqualTo(WarmerOptions.DEFAULT_WORKERS);
        assertThat(defaults.queueCapacity()).isEqualTo(WarmerOptions.DEFAULT_QUEUE_CAPACITY);
        assertThat(defaults.warmReadOnly()).isFalse();
    }
}
