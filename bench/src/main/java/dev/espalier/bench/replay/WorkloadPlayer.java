package dev.espalier.bench.replay;

import com.sun.management.ThreadMXBean;
import dev.espalier.bench.engine.AccessListBuilder;
import dev.espalier.bench.engine.BlockWarming;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.lookup.MajorFaults;
import dev.espalier.bench.workload.Access;
import dev.espalier.bench.workload.Workload;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.warmer.BlockAccessList;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plays the blocks of a workload on a state, one after another, and measures each. Confined to one thread. */
final class WorkloadPlayer {
    private static final long BLOCKS_OF_WORKLOADS = 2;

    private final Engine engine;
    private final EngineTrie state;
    private final Workload workload;
    private final long seed;
    /** The blocks from the start to the head, newest first. */
    private final Deque<BlockId> chain = new ArrayDeque<>();

    WorkloadPlayer(Engine engine, EngineTrie state, Workload workload, long seed) {
        this.engine = engine;
        this.state = state;
        this.workload = workload;
        this.seed = seed;
        chain.push(state.trie().head());
    }

    /** What is measured from a block's beginning to its end. */
    private record Meters(RowReads reads, long majorFaults, long allocatedBytes) {
        Meters since(Meters earlier) {
            return new Meters(
                    reads.since(earlier.reads),
                    majorFaults - earlier.majorFaults,
                    allocatedBytes - earlier.allocatedBytes);
        }

        Meters plus(Meters other) {
            return new Meters(
                    reads.plus(other.reads), majorFaults + other.majorFaults, allocatedBytes + other.allocatedBytes);
        }
    }

    /**
     * Plays the next block.
     *
     * @param number one more than that of the block before, from 1
     */
    PlayedBlock play(int number) {
        List<Access> accesses = new ArrayList<>();
        workload.play(number, accesses::add);
        int unwound = workload.unwindBefore(number);
        Meters before = meters();
        long begun = System.nanoTime();
        unwind(unwound);
        long unwindNanos = unwound == 0 ? 0 : System.nanoTime() - begun;
        Meters unwinding = meters().since(before);
        if (unwound > 0) {
            // May reopen the store, whose counts begin anew then.
            state.changed();
        }
        PlayedBlock played = play(number, accesses, new Unwound(unwound, unwindNanos, unwinding));
        state.changed();
        return played;
    }

    /** What undoing the blocks before took. */
    private record Unwound(int blocks, long nanos, Meters meters) {}

    private void unwind(int blocks) {
        if (blocks == 0) {
            return;
        }
        for (int block = 0; block < blocks; block++) {
            chain.pop();
        }
        state.trie().unwindTo(chain.element());
    }

    private PlayedBlock play(int number, List<Access> accesses, Unwound unwound) {
        BlockId id = BlockId.of(Hash32.of(BLOCKS_OF_WORKLOADS, 0, seed, number));
        Meters before = meters();
        long begun = System.nanoTime();
        try (UncommittedBlock block = state.trie().begin(chain.element());
                BlockWarming warming = state.warm(block)) {
            warming.announce(() -> accessList(accesses));
            Execution execution = new Execution(block, new WarmedTouches(warming));
            accesses.forEach(execution);
            long executionNanos = System.nanoTime() - begun;
            long executedAt = System.nanoTime();
            warming.drain();
            long waitNanos = System.nanoTime() - executedAt;
            RowReads executed = reads();
            long warmAt = System.nanoTime();
            Hash32 root = block.stateRoot();
            long rootNanos = System.nanoTime() - warmAt;
            RowReads rootReads = reads().since(executed);
            long rootedAt = System.nanoTime();
            block.seal(id);
            block.commit(root);
            long commitNanos = System.nanoTime() - rootedAt;
            chain.push(id);
            long[] steps = {executionNanos, waitNanos, rootNanos, commitNanos};
            Meters used = meters().since(before).plus(unwound.meters);
            return new PlayedBlock(
                    number,
                    unwound.blocks,
                    root,
                    execution.gas(),
                    writtenKeys(accesses),
                    BlockTimes.of(unwound.nanos, steps, block.stats()),
                    EngineWork.of(block.stats()),
                    rootReads,
                    used.reads,
                    warming.report(),
                    used.majorFaults,
                    used.allocatedBytes);
        }
    }

    /** Returns what a block that comes with its access list would say: the writes. */
    private static BlockAccessList accessList(List<Access> accesses) {
        AccessListBuilder list = new AccessListBuilder();
        for (Access access : accesses) {
            switch (access) {
                case Access.Transaction begun -> list.account(begun.sender());
                case Access.Payment payment -> list.account(payment.address());
                case Access.SlotChange change -> list.slot(change.address(), change.slot(), change.value());
                case Access.ProtocolCalls _, Access.AccountRead _, Access.SlotRead _, Access.Computation _ -> {}
            }
        }
        return list.build();
    }

    private RowReads reads() {
        return RowReads.of(state.work(), engine.cacheWork());
    }

    private Meters meters() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return new Meters(reads(), MajorFaults.count(), threads.getTotalThreadAllocatedBytes());
    }

    /** Counted afterwards, so that it takes none of the block's time. */
    private static int writtenKeys(List<Access> accesses) {
        Set<Object> written = new HashSet<>();
        for (Access access : accesses) {
            switch (access) {
                case Access.Transaction begun -> written.add(begun.sender());
                case Access.Payment payment -> written.add(payment.address());
                case Access.SlotChange change -> written.add(List.of(change.address(), change.slot()));
                case Access.ProtocolCalls _, Access.AccountRead _, Access.SlotRead _, Access.Computation _ -> {}
            }
        }
        return written.size();
    }
}
