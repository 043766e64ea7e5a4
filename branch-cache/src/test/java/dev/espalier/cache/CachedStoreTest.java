package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.BlockStats;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.memory.MemoryChangeLog;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.oracle.ShapedBlocks;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore.ReadMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A trie over a store in memory with a cache that every commit and unwind publishes to, beside an oracle that has neither.
 * H01, H02, H03, H06, H10, H11, H13.
 */
class CachedStoreTest {
    private static final int BLOCKS = Boolean.getBoolean("espalier.long") ? 2000 : 40;

    private static BranchCache cache(CacheLifetime lifetime, long budgetBytes, double pinnedShare) {
        return BranchCache.create(CacheOptions.builder()
                .lifetime(lifetime)
                .budgetBytes(budgetBytes)
                .pinnedShare(pinnedShare)
                .shadowOneIn(1)
                .build());
    }

    private static BranchCache acrossBlocks() {
        return cache(CacheLifetime.CROSS_BLOCK, CacheOptions.DEFAULT_BUDGET_BYTES, 0.25);
    }

    private static BlockId id(int number) {
        return BlockId.of(Hash32.of(0xB10C, 0, 0, number));
    }

    private static Hash32 commit(CommitmentTrie trie, BlockId id, List<Op> ops) {
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, ops);
            Hash32 root = block.stateRoot();
            block.seal(id);
            block.commit(root);
            return root;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CROSS_BLOCK, 268435456, 0.25",
        "CROSS_BLOCK, 268435456, 0",
        "CROSS_BLOCK, 20000, 0.25",
        "CROSS_BLOCK, 20000, 0.9",
        "PER_BLOCK, 268435456, 0.25"
    })
    void rootsAreTheOraclesThroughBlocksAndUnwindsOfEveryDepth(
            CacheLifetime lifetime, long budgetBytes, double pinnedShare) {
        for (long seed = 1; seed <= 3; seed++) {
            Random random = new Random(seed);
            ShapedBlocks shaped = new ShapedBlocks(seed);
            OracleState oracle = new OracleState();
            List<Hash32> roots = new ArrayList<>(List.of(Keys.ofTrie(oracle.stateRoot())));
            List<List<Op>> played = new ArrayList<>();
            try (BranchCache cache = cache(lifetime, budgetBytes, pinnedShare)) {
                CommitmentTrie trie = CommitmentTrie.over(CachedStore.over(MemoryStore.create(), cache));
                for (int i = 0; i < BLOCKS; i++) {
                    List<Op> ops = shaped.next();
                    oracle.applyBlock(ops);
                    played.add(ops);
                    roots.add(Keys.ofTrie(oracle.stateRoot()));
                    assertThat(commit(trie, id(i + 1), ops))
                            .as("seed=%d block %d", seed, i + 1)
                            .isEqualTo(roots.get(i + 1));
                    if (random.nextInt(4) == 0) {
                        unwindAndResync(trie, random.nextInt(i + 2), i + 1, played, roots);
                    }
                }
                assertThat(trie.stats().divergences()).isZero();
                assertThat(cache.stats().divergences()).isZero();
                // A block reads each row once, so that only rows that outlive it are found.
                assertThat(cache.stats().hits() > 0).isEqualTo(lifetime == CacheLifetime.CROSS_BLOCK);
                cache.maintain();
                assertThat(cache.stats().bytes())
                        .isEqualTo(Recount.bytes(cache))
                        .isLessThanOrEqualTo(budgetBytes);
            }
        }
    }

    /** A deep unwind, then a shallow one (H13), and the same blocks again. */
    private static void unwindAndResync(
            CommitmentTrie trie, int to, int from, List<List<Op>> played, List<Hash32> roots) {
        trie.unwindTo(to == 0 ? BlockId.NONE : id(to));
        assertThat(trie.headRoot()).isEqualTo(roots.get(to));
        int half = (to + from) / 2;
        for (int i = to; i < from; i++) {
            assertThat(commit(trie, id(i + 1), played.get(i))).isEqualTo(roots.get(i + 1));
            if (i == half && i > to) {
                trie.unwindTo(id(i));
                assertThat(trie.headRoot()).isEqualTo(roots.get(i));
                assertThat(commit(trie, id(i + 1), played.get(i))).isEqualTo(roots.get(i + 1));
            }
        }
    }

    private static List<Op> slots(int from, int to, long value) {
        List<Op> ops = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            ops.add(Ops.put(Keys.spread(i), Account.EMPTY));
        }
        for (int i = from; i < to; i++) {
            ops.add(Ops.slot(Keys.spread(0), Keys.spread(i), value));
        }
        return ops;
    }

    @Test
    void aBlockFindsInTheCacheWhatTheOneBeforeWrote() {
        try (BranchCache cache = acrossBlocks()) {
            CommitmentTrie trie = CommitmentTrie.over(CachedStore.over(MemoryStore.create(), cache));
            commit(trie, id(1), slots(0, 500, 1));
            CacheStats before = cache.stats();
            commit(trie, id(2), slots(0, 500, 2));
            CacheStats after = cache.stats();
            assertThat(after.misses()).isEqualTo(before.misses());
            assertThat(after.hits() - before.hits()).isGreaterThan(100);
            assertThat(after.pinned().hits()).isPositive();
            assertThat(after.evicting().hits()).isPositive();
        }
    }

    /** A reorganisation does not make the cache cold: what it changed is published, everything else is still there. */
    @Test
    void anUnwindLeavesTheCacheHot() {
        try (BranchCache cache = acrossBlocks()) {
            CommitmentTrie trie = CommitmentTrie.over(CachedStore.over(MemoryStore.create(), cache));
            commit(trie, id(1), slots(0, 500, 1));
            for (int i = 2; i <= 6; i++) {
                commit(trie, id(i), slots(0, 500, i));
            }
            CacheStats before = cache.stats();
            trie.unwindTo(id(1));
            for (int i = 2; i <= 6; i++) {
                commit(trie, id(i), slots(0, 500, i));
            }
            CacheStats after = cache.stats();
            assertThat(after.misses() - before.misses()).isZero();
            assertThat(after.hits() - before.hits()).isGreaterThan(500);
        }
    }

    @Test
    void rowsThatStayForOneBlockAreGoneAfterIt() {
        try (BranchCache cache = cache(CacheLifetime.PER_BLOCK, CacheOptions.DEFAULT_BUDGET_BYTES, 0.25)) {
            CommitmentTrie trie = CommitmentTrie.over(CachedStore.over(MemoryStore.create(), cache));
            commit(trie, id(1), slots(0, 500, 1));
            assertThat(cache.stats().bytes()).isZero();
            commit(trie, id(2), slots(0, 500, 2));
            assertThat(cache.stats().hits()).isZero();
            assertThat(cache.stats().fills()).isGreaterThan(100);
        }
    }

    /** A log that refuses a record when told to. */
    private static final class FailingLog implements ChangeLog {
        private final ChangeLog log = new MemoryChangeLog();
        private boolean fails;

        @Override
        public void append(LogRecord record) {
            if (fails) {
                throw new IllegalStateException("no room for the record");
            }
            log.append(record);
        }

        @Override
        public List<LogEntry> entries() {
            return log.entries();
        }

        @Override
        public @Nullable LogRecord read(long seq) {
            return log.read(seq);
        }

        @Override
        public void prune(long seq) {
            log.prune(seq);
        }
    }

    /** H01, H11: nothing of a block whose record is not durable is ever found. */
    @Test
    void aCommitWhoseRecordFailsLeavesNothingBehind() {
        FailingLog log = new FailingLog();
        try (BranchCache cache = acrossBlocks()) {
            CommitmentTrie trie = CommitmentTrie.over(CachedStore.over(MemoryStore.over(log, 512), cache));
            Hash32 first = commit(trie, id(1), slots(0, 500, 1));
            log.fails = true;
            assertThatThrownBy(() -> commit(trie, id(2), slots(0, 500, 2))).hasMessageContaining("no room");
            assertThat(cache.stats().entries()).isZero();
            log.fails = false;
            assertThat(trie.headRoot()).isEqualTo(first);
            try (TrieView view = trie.view(id(1))) {
                assertThat(view.storage(Keys.spread(0), Keys.spread(3))).isEqualTo(UInt256.of(1));
            }
            assertThat(commit(trie, id(3), slots(0, 500, 3))).isEqualTo(oracleRoot(slots(0, 500, 1), slots(0, 500, 3)));
            long misses = cache.stats().misses();
            commit(trie, id(4), slots(0, 500, 4));
            assertThat(cache.stats().misses()).isEqualTo(misses);
            assertThat(cache.stats().divergences()).isZero();
        }
    }

    @SafeVarargs
    private static Hash32 oracleRoot(List<Op>... blocks) {
        OracleState oracle = new OracleState();
        for (List<Op> block : blocks) {
            oracle.applyBlock(block);
        }
        return Keys.ofTrie(oracle.stateRoot());
    }

    /** H06, H07: a block that began before others were committed, and a view of an ancestor, read their own versions. */
    @Test
    void blocksOnOlderVersionsReadTheirOwnRows() {
        try (BranchCache cache = acrossBlocks()) {
            CommitmentTrie trie = CommitmentTrie.over(CachedStore.over(MemoryStore.create(), cache));
            commit(trie, id(1), slots(0, 500, 1));
            try (UncommittedBlock late = trie.begin(id(1));
                    TrieView view = trie.view(id(1))) {
                commit(trie, id(2), slots(0, 500, 2));
                commit(trie, id(3), slots(100, 300, 3));
                Ops.write(late, slots(0, 50, 9));
                assertThat(late.stateRoot()).isEqualTo(oracleRoot(slots(0, 500, 1), slots(0, 50, 9)));
                try (UncommittedBlock side = trie.begin(id(2))) {
                    Ops.write(side, slots(0, 50, 9));
                    assertThat(side.stateRoot())
                            .isEqualTo(oracleRoot(slots(0, 500, 1), slots(0, 500, 2), slots(0, 50, 9)));
                }
                assertThat(view.stateRoot()).isEqualTo(oracleRoot(slots(0, 500, 1)));
            }
            assertThat(commit(trie, id(4), slots(0, 1, 7)))
                    .isEqualTo(oracleRoot(slots(0, 500, 1), slots(0, 500, 2), slots(100, 300, 3), slots(0, 1, 7)));
            assertThat(cache.stats().staleFills()).isPositive();
            assertThat(cache.stats().divergences()).isZero();
        }
    }

    /** What is read to find out whether a cache is wrong does not come from it. */
    @Test
    void aViewThatBypassesCachesAsksNone() {
        try (BranchCache cache = acrossBlocks()) {
            CachedStore store = CachedStore.over(MemoryStore.create(), cache);
            CommitmentTrie trie = CommitmentTrie.over(store);
            commit(trie, id(1), slots(0, 500, 1));
            CacheStats before = cache.stats();
            try (UncommittedBlock block = trie.begin(id(1))) {
                Ops.write(block, slots(0, 10, 5));
                block.stateRoot();
                block.seal(id(2));
                long hits = cache.stats().hits();
                assertThat(hits).isGreaterThan(before.hits());
                assertThatThrownBy(() -> block.commit(Hash32.ZERO)).isInstanceOf(RuntimeException.class);
                assertThat(cache.stats().hits()).isEqualTo(hits);
            }
            try (StoreView view = store.openView(ReadMode.BYPASS_CACHE)) {
                assertThat(view.seq()).isEqualTo(1);
            }
        }
    }

    @Test
    void theCacheDoesNotChangeWhatABlockLoads() {
        BlockStats without = statsOfSecondBlock(CommitmentTrie.over(MemoryStore.create()));
        try (BranchCache cache = acrossBlocks()) {
            BlockStats with = statsOfSecondBlock(CommitmentTrie.over(CachedStore.over(MemoryStore.create(), cache)));
            assertThat(with.loads()).isEqualTo(without.loads());
            assertThat(with.hashes()).isEqualTo(without.hashes());
            assertThat(with.absentProbes()).isZero();
        }
    }

    private static BlockStats statsOfSecondBlock(CommitmentTrie trie) {
        commit(trie, id(1), slots(0, 500, 1));
        try (UncommittedBlock block = trie.begin(id(1))) {
            Ops.write(block, slots(0, 500, 2));
            block.stateRoot();
            return block.stats();
        }
    }
}
