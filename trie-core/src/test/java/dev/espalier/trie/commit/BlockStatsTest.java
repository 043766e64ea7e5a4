package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.MissingAccountException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.TrieBesideOracle;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.ShapedBlocks;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.TrieStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What computing a root costs, as counted by the block and as the store sees it. */
class BlockStatsTest {
    private static final Hash32 ACCOUNT = Keys.key("acc");

    /** Keeps what is asked of the store. */
    private static final class Reads implements InterceptedStore.Interceptor {
        private final List<BranchPath> rows = new ArrayList<>();
        private int rowBatches;
        private int leaves;
        private int leafBatches;

        @Override
        public synchronized void beforeRows(TrieStore.ReadMode mode, RowRequests requests) {
            rowBatches += requests.size() == 0 ? 0 : 1;
            for (int i = 0; i < requests.size(); i++) {
                if (i > 0 && requests.path(i - 1).compareTo(requests.path(i)) >= 0) {
                    throw new AssertionError(requests.path(i) + " comes after " + requests.path(i - 1));
                }
                rows.add(requests.path(i));
            }
        }

        @Override
        public synchronized void beforeLeaves(TrieStore.ReadMode mode, LeafRequests requests) {
            leafBatches += requests.size() == 0 ? 0 : 1;
            leaves += requests.size();
            for (int i = 1; i < requests.size(); i++) {
                int order = Long.compareUnsigned(requests.trieId(i - 1), requests.trieId(i));
                if (order > 0 || (order == 0 && requests.key(i - 1).compareTo(requests.key(i)) >= 0)) {
                    throw new AssertionError(requests.key(i) + " of trie " + requests.trieId(i) + " comes after "
                            + requests.key(i - 1) + " of trie " + requests.trieId(i - 1));
                }
            }
        }
    }

    @Test
    void nothingIsCountedBeforeSomethingIsDone() {
        try (UncommittedBlock block = CommitmentTrie.over(MemoryStore.create()).begin(BlockId.NONE)) {
            assertThat(block.stats()).isEqualTo(BlockStats.NONE);
            block.stateRoot();
            assertThat(block.stats()).isEqualTo(BlockStats.NONE);
        }
    }

    @Test
    void statsAddUpFieldByField() {
        BlockStats one = new BlockStats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
        assertThat(one.plus(one)).isEqualTo(new BlockStats(2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26));
        assertThat(BlockStats.NONE.plus(one)).isEqualTo(one);
    }

    /** Each row is asked for once a block, and none that is not there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void everyRowIsLoadedOnceHoweverOftenTheRootIsAsked(int threads) {
        MemoryStore memory = MemoryStore.create();
        InterceptedStore store = new InterceptedStore(memory);
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            CommitmentTrie trie = CommitmentTrie.over(
                    store,
                    TrieOptions.builder().executor(pool, threads).splitAbove(2).build());
            int number = 0;
            for (List<Op> ops : ShapedBlocks.first(60, 0x5EED_57A7L)) {
                Reads reads = new Reads();
                store.intercept(reads);
                try (UncommittedBlock block = trie.begin(trie.head())) {
                    int half = ops.size() / 2;
                    Ops.write(block, ops.subList(0, half));
                    rootIfComplete(block);
                    Ops.write(block, ops.subList(half, ops.size()));
                    Hash32 root = block.stateRoot();
                    BlockStats stats = block.stats();
                    Set<BranchPath> distinct = new HashSet<>(reads.rows);
                    assertThat(reads.rows).as("block %d", number).hasSize(distinct.size());
                    assertThat(stats.loads()).isEqualTo(reads.rows.size()).isEqualTo(stats.distinctLoads());
                    assertThat(stats.leafReads()).isEqualTo(reads.leaves);
                    assertThat(stats.absentProbes()).isZero();
                    block.seal(BlockId.of(Keys.spread(number++)));
                    block.commit(root);
                }
            }
            assertThat(trie.stats().work().absentProbes()).isZero();
            assertThat(trie.stats().work().loads()).isPositive();
            assertThat(trie.stats().commits()).isEqualTo(60);
            assertThat(trie.stats().work().subtreeTasks() > 0).isEqualTo(threads > 1);
        }
    }

    private static void rootIfComplete(UncommittedBlock block) {
        try {
            block.stateRoot();
        } catch (MissingAccountException e) {
            // the account comes in the other half
        }
    }

    @Test
    void whatWasReadThroughTheBlockIsNotReadAgain() {
        TrieBesideOracle twin = TrieBesideOracle.create();
        twin.commit(Ops.put(ACCOUNT, 1), Ops.slot(ACCOUNT, Keys.key("1"), 1), Ops.slot(ACCOUNT, Keys.key("2"), 2));
        InterceptedStore store = new InterceptedStore(twin.store());
        CommitmentTrie trie = CommitmentTrie.over(store);
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Reads reads = new Reads();
            store.intercept(reads);
            assertThat(block.storage(ACCOUNT, Keys.key("1"))).isNotNull();
            assertThat(block.storage(ACCOUNT, Keys.key("3"))).isNotNull();
            assertThat(block.storage(ACCOUNT, Keys.key("1"))).isNotNull();
            assertThat(reads.leaves)
                    .as("the account and two slots, an absent one too")
                    .isEqualTo(3);
            block.putStorage(ACCOUNT, Keys.key("1"), UInt256.of(7));
            block.putStorage(ACCOUNT, Keys.key("3"), UInt256.of(7));
            block.stateRoot();
            assertThat(reads.leaves).isEqualTo(3);
            assertThat(block.stats().leafReads()).isEqualTo(3);
        }
    }

    @Test
    void rowsAreReadInOneBatchALevel() {
        TrieBesideOracle twin = TrieBesideOracle.create();
        List<Op> ops = new ArrayList<>(List.of(Ops.put(ACCOUNT, 1)));
        for (int i = 0; i < 600; i++) {
            ops.add(Ops.slot(ACCOUNT, Keys.spread(i), i + 1));
        }
        twin.commit(ops);
        InterceptedStore store = new InterceptedStore(twin.store());
        CommitmentTrie trie = CommitmentTrie.over(store);
        Reads reads = new Reads();
        store.intercept(reads);
        try (UncommittedBlock block = trie.begin(trie.head())) {
            for (int i = 0; i < 600; i++) {
                block.putStorage(ACCOUNT, Keys.spread(i), UInt256.of(9));
            }
            block.stateRoot();
        }
        int levels = reads.rows.stream().mapToInt(BranchPath::depth).max().orElseThrow() + 1;
        assertThat(levels).isGreaterThan(2);
        assertThat(reads.rowBatches).as("one multi-get a level").isLessThanOrEqualTo(levels);
        assertThat(reads.leafBatches).as("the account, then its slots").isEqualTo(2);
    }
}
