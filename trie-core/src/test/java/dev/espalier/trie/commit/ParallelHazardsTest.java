package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.TrieBesideOracle;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.TrieStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What has broken tries in the field, by the number of the hazard: roots computed by several threads. */
@Timeout(120)
class ParallelHazardsTest {
    private static final long SEED = 0x5EED_9A7AL;
    private static final Hash32 ACCOUNT = Keys.key("acc");

    private final ExecutorService pool = Executors.newFixedThreadPool(3);

    @AfterEach
    void shutDown() {
        pool.shutdownNow();
    }

    private TrieOptions parallel(int splitAbove) {
        return TrieOptions.builder().executor(pool, 4).splitAbove(splitAbove).build();
    }

    /** From a storage trie whose root is nothing, a leaf, an extension, a branch; the account trie's is so too. */
    @ParameterizedTest
    @ValueSource(strings = {"", "abc1", "abc1 abc2 abcd abce1 abce2", "abc1 abc2 5 61 62 7"})
    @DisplayName("H23: a parallel fold gives the sequential one's root and rows, from every kind of root")
    void parallelIsSequential(String keys) {
        List<String> start = keys.isEmpty() ? List.of() : List.of(keys.split(" "));
        for (int splitAbove : new int[] {0, 1, 3, 8}) {
            TrieBesideOracle parallel = new TrieBesideOracle(parallel(splitAbove));
            TrieBesideOracle sequential = TrieBesideOracle.create();
            List<List<Op>> blocks = List.of(first(start), batch(start, 1), batch(start, 2), batch(start, 3));
            for (List<Op> ops : blocks) {
                parallel.commit(ops);
                sequential.commit(ops);
                assertThat(rows(parallel)).isEqualTo(rows(sequential));
            }
            assertThat(parallel.trie().stats().work().subtreeTasks()).isGreaterThan(2);
            assertThat(sequential.trie().stats().work().subtreeTasks()).isZero();
            parallel.unwindStepwise();
        }
    }

    private static List<Op> first(List<String> start) {
        List<Op> ops = new ArrayList<>();
        ops.add(Ops.put(Keys.key("abc0"), 1));
        for (String key : start) {
            ops.add(Ops.put(Keys.key(key), 1));
            ops.add(Ops.slot(Keys.key("abc0"), Keys.key(key), 1));
        }
        return ops;
    }

    /** Inserts, updates and deletes in the account trie and in one storage trie, some near the keys at the start. */
    private static List<Op> batch(List<String> start, int number) {
        Random random = new Random(SEED + number);
        List<Op> ops = new ArrayList<>();
        for (String key : start) {
            if (random.nextBoolean()) {
                ops.add(Ops.slot(Keys.key("abc0"), Keys.key(key), random.nextInt(2)));
                ops.add(random.nextBoolean() ? Ops.delete(Keys.key(key)) : Ops.put(Keys.key(key), number));
            }
        }
        for (int i = 0; i < 30; i++) {
            String digits = (i % 3 == 0 ? "abc" : "") + Integer.toHexString(random.nextInt(1 << 12));
            ops.add(Ops.slot(Keys.key("abc0"), Keys.key(digits), random.nextInt(3)));
            ops.add(random.nextInt(3) == 0 ? Ops.delete(Keys.key(digits + "f")) : Ops.put(Keys.key(digits + "f"), i));
        }
        return ops;
    }

    /** The bytes of all rows; storage ids are given out in the same order in both. */
    private static Map<String, String> rows(TrieBesideOracle twin) {
        Map<String, String> rows = new TreeMap<>();
        twin.store().forEachRow((path, row) -> rows.put(path.toString(), row.toString()));
        return rows;
    }

    /** Holds up every read until the head has moved, but for those that move it. */
    private static final class SlowReads implements InterceptedStore.Interceptor {
        private volatile boolean moving;
        private final CountDownLatch reading = new CountDownLatch(1);
        private final CountDownLatch moved = new CountDownLatch(1);
        private final AtomicInteger reads = new AtomicInteger();

        @Override
        public void beforeRows(TrieStore.ReadMode mode, RowRequests requests) {
            hold();
        }

        @Override
        public void beforeLeaves(TrieStore.ReadMode mode, LeafRequests requests) {
            hold();
        }

        private void hold() {
            reads.incrementAndGet();
            if (!moving) {
                reading.countDown();
                await(moved);
            }
        }

        static void await(CountDownLatch latch) {
            try {
                assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName("H34: workers read the version that the block began on, though the head has moved meanwhile")
    void workersReadTheCallersVersion(boolean unwind) throws Exception {
        MemoryStore memory = MemoryStore.create();
        InterceptedStore store = new InterceptedStore(memory);
        CommitmentTrie trie = CommitmentTrie.over(store, parallel(1));
        OracleState oracle = new OracleState();
        BlockId before = commit(trie, oracle, 1, slots(0, 100, 1));
        BlockId base = commit(trie, oracle, 2, slots(50, 150, 2));

        OracleState expected = oracle.copy();
        List<Op> ops = slots(100, 200, 3);
        expected.applyBlock(ops);
        try (UncommittedBlock block = trie.begin(base)) {
            Ops.write(block, ops);
            SlowReads slow = new SlowReads();
            store.intercept(slow);
            // a thread of its own: the pool's threads are the workers
            try (ExecutorService caller = Executors.newSingleThreadExecutor()) {
                Future<Hash32> root = caller.submit(block::stateRoot);
                SlowReads.await(slow.reading);
                slow.moving = true;
                if (unwind) {
                    trie.unwindTo(before);
                } else {
                    commit(trie, oracle, 3, slots(0, 220, 9));
                    commit(trie, oracle, 4, List.of(Ops.delete(ACCOUNT)));
                }
                slow.reads.set(0);
                slow.moved.countDown();
                assertThat(root.get(60, TimeUnit.SECONDS)).isEqualTo(Keys.ofTrie(expected.stateRoot()));
            }
            assertThat(slow.reads.get()).as("reads after the head moved").isGreaterThan(10);
            assertThat(block.stats().subtreeTasks()).isGreaterThan(10);
        }
    }

    private static List<Op> slots(int from, int to, int value) {
        List<Op> ops = new ArrayList<>(List.of(Ops.put(ACCOUNT, value)));
        for (int i = from; i < to; i++) {
            ops.add(Ops.slot(ACCOUNT, Keys.spread(i), i % 7 == value % 7 ? 0 : value));
        }
        return ops;
    }

    private static BlockId commit(CommitmentTrie trie, OracleState oracle, int number, List<Op> ops) {
        BlockId id = BlockId.of(Hash32.of(0, 0, 0, number));
        oracle.applyBlock(ops);
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, ops);
            block.seal(id);
            block.commit(Keys.ofTrie(oracle.stateRoot()));
        }
        return id;
    }
}
