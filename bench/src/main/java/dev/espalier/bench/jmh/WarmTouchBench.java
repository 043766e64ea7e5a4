package dev.espalier.bench.jmh;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.warmer.BlockWarmer;
import dev.espalier.warmer.Warmer;
import dev.espalier.warmer.WarmerOptions;
import dev.espalier.warmer.WarmerReport;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a warmer costs the thread of the EVM: a touch, while workers take the touches of a block out and read, and a block
 * that touches nothing. Run with {@code -prof gc} for allocation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class WarmTouchBench {
    private static final int TOUCHES = 4_200;
    private static final Address OWNER = Address.fromHex("0x00000000000000000000000000000000000000aa");

    /** Work of the EVM between two touches, in tokens of the harness: 0, or some microseconds. */
    @Param({"0", "2000"})
    long between;

    private final UInt256[] slots = new UInt256[TOUCHES];
    private final CommitmentTrie trie = CommitmentTrie.over(MemoryStore.create());
    private final Warmer warmer = Warmer.create(WarmerOptions.defaults());

    /** Makes an account with the slots. */
    @Setup
    public void setUp() {
        try (UncommittedBlock block = trie.begin(BlockId.NONE)) {
            block.putAccount(OWNER, Account.EMPTY);
            for (int i = 0; i < TOUCHES; i++) {
                slots[i] = UInt256.of(i);
                block.putStorage(OWNER, slots[i], UInt256.ONE);
            }
            block.seal(BlockId.of(Hash32.of(1, 0, 0, 1)));
            block.commit(block.stateRoot());
        }
    }

    /** Checks that nothing was dropped for want of room, and that something was warmed. */
    @TearDown
    public void tearDown() {
        warmer.close();
        WarmerReport report = warmer.report();
        if (report.failed() > 0 || (report.touched() > 0 && report.warmed() == 0)) {
            throw new IllegalStateException("expected keys to be warmed: " + report);
        }
        System.out.println(report);
    }

    /** One block that is touched. */
    @State(Scope.Thread)
    public static class TouchedBlock {
        private UncommittedBlock block;
        private BlockWarmer warm;

        /** Begins it. */
        @Setup(Level.Invocation)
        public void begin(WarmTouchBench bench) {
            block = bench.trie.begin(bench.trie.head());
            warm = bench.warmer.begin(block);
        }

        /** Ends it. */
        @TearDown(Level.Invocation)
        public void end() {
            warm.close();
            block.close();
        }
    }

    /** Touches each slot, and does the work in between. */
    @Benchmark
    @OperationsPerInvocation(TOUCHES)
    public void touch(TouchedBlock touched) {
        for (UInt256 slot : slots) {
            touched.warm.touch(OWNER, slot);
            Blackhole.consumeCPU(between);
        }
    }

    /** Does the work in between alone. */
    @Benchmark
    @OperationsPerInvocation(TOUCHES)
    public void noTouch() {
        for (int i = 0; i < TOUCHES; i++) {
            Blackhole.consumeCPU(between);
        }
    }

    /** Begins and ends a block that touches nothing, with its warming. */
    @Benchmark
    public void emptyBlock() {
        try (UncommittedBlock block = trie.begin(trie.head());
                BlockWarmer warm = warmer.begin(block)) {
            warm.awaitDrain();
        }
    }

    /** The same block without a warmer. */
    @Benchmark
    public void emptyBlockAlone() {
        trie.begin(trie.head()).close();
    }
}
