package dev.espalier.bench.jmh;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.BlockStats;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.hash.Keccak256;
import dev.espalier.trie.memory.MemoryStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A block that overwrites 4,200 slots of one account with {@code s[i] = i}, in memory: to its root, and to the committed
 * block. Keys are hashed beforehand. Run with {@code -prof gc} for allocation.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 4)
@Measurement(iterations = 10, time = 2)
@Fork(
        value = 1,
        jvmArgs = {"-Xms5g", "-Xmx5g", "-XX:+UseParallelGC"})
public class BloatBlockBench {
    private static final int WRITES = 4_200;
    private static final Hash32 ACCOUNT = Keccak256.hash32(new byte[20]);
    /** The root of s[i] = i for i = 1..1,000,000, computed by an independent program. */
    private static final Hash32 MILLION_SLOTS =
            Hash32.fromHex("0x69f8c3d3911e5812c7b8ca09161364631f5d1e99ef9d1257628513b7a092f349");

    /** Threads for one root. */
    @Param({"1", "2"})
    public int threads;

    /** Slots of the account. */
    @Param("1000000")
    public int slots;

    private final Random random = new Random(1);
    private final Map<Hash32, UInt256> writes = new HashMap<>();
    private ExecutorService workers;
    private CommitmentTrie trie;
    private long blocks;
    private BlockStats work = BlockStats.NONE;
    private long measured;

    /** Builds the state and checks its storage root. */
    @Setup(Level.Trial)
    public void build() {
        workers = Executors.newFixedThreadPool(threads);
        trie = CommitmentTrie.over(
                MemoryStore.create(),
                TrieOptions.builder().executor(workers, threads).build());
        try (UncommittedBlock block = trie.begin(BlockId.NONE)) {
            block.putAccount(ACCOUNT, Account.EMPTY);
            for (int i = 1; i <= slots; i++) {
                block.putStorage(ACCOUNT, slot(i), UInt256.of(i));
            }
            if (slots == 1_000_000 && !block.storageRoot(ACCOUNT).equals(MILLION_SLOTS)) {
                throw new IllegalStateException("storage root=" + block.storageRoot(ACCOUNT));
            }
            finish(block);
        }
    }

    /** Ends the threads and prints what a block did on average, warm-up included. */
    @TearDown(Level.Trial)
    public void end() {
        workers.shutdown();
        System.out.printf(
                "a block on average: loads %d, hashes %d, subtree tasks %d; summed over threads: previous values %.1f"
                        + " ms, reading rows %.1f ms, shaping %.1f ms, writing and hashing %.1f ms%n",
                work.loads() / measured,
                work.hashes() / measured,
                work.subtreeTasks() / measured,
                work.normaliseNanos() / 1e6 / measured,
                work.unfoldNanos() / 1e6 / measured,
                work.foldNanos() / 1e6 / measured,
                work.hashNanos() / 1e6 / measured);
    }

    private void add(BlockStats stats) {
        if (stats.loads() != stats.distinctLoads() || stats.absentProbes() != 0) {
            throw new IllegalStateException("loads are not distinct: " + stats);
        }
        if (stats.subtreeTasks() == 0 && threads > 1) {
            throw new IllegalStateException("threads=" + threads + ", but nothing was split: " + stats);
        }
        work = work.plus(stats);
        measured++;
    }

    /** Draws the next block's slots and values. */
    @Setup(Level.Invocation)
    public void draw() {
        writes.clear();
        while (writes.size() < Math.min(WRITES, slots)) {
            writes.put(slot(1 + random.nextInt(slots)), UInt256.of(random.nextLong() | 1));
        }
    }

    private static Hash32 slot(int index) {
        return Keccak256.hash32(UInt256.of(index).toBytes32());
    }

    /** Computes the root and discards the block. */
    @Benchmark
    public Hash32 root() {
        try (UncommittedBlock block = trie.begin(trie.head())) {
            writes.forEach((slot, value) -> block.putStorage(ACCOUNT, slot, value));
            Hash32 root = block.stateRoot();
            add(block.stats());
            return root;
        }
    }

    /** Computes the root, seals and commits the block. */
    @Benchmark
    public Hash32 rootAndCommit() {
        try (UncommittedBlock block = trie.begin(trie.head())) {
            writes.forEach((slot, value) -> block.putStorage(ACCOUNT, slot, value));
            Hash32 root = finish(block);
            add(block.stats());
            return root;
        }
    }

    private Hash32 finish(UncommittedBlock block) {
        Hash32 root = block.stateRoot();
        block.seal(BlockId.of(Hash32.of(1, 0, 0, ++blocks)));
        block.commit(root);
        return root;
    }
}
