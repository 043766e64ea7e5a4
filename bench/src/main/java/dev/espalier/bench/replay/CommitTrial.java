package dev.espalier.bench.replay;

import dev.espalier.bench.engine.BlockWarming;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.workload.BloatAccount;
import dev.espalier.bench.workload.SlotDraws;
import dev.espalier.bench.workload.SlotWrite;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Commits bloat blocks on a state that has the bloat account, and times each part of each. Confined to one thread. */
public final class CommitTrial {
    private final EngineTrie state;
    private final SlotDraws draws;
    private final long seed;

    /**
     * A block's times.
     *
     * @param readNanos reading the current value of each slot, with the end of what is read ahead meanwhile
     * @param rootNanos computing the state root
     * @param commitNanos making the block durable and visible
     * @param collectorMillis garbage collections that stopped the process during the commit
     * @param waited whether the commit waited because both overlays were full
     */
    public record Times(long readNanos, long rootNanos, long commitNanos, long collectorMillis, boolean waited) {}

    /** Prepares a trial over a state whose bloat account has so many slots. */
    public CommitTrial(EngineTrie state, int slots, long seed) {
        this.state = state;
        this.seed = seed;
        draws = new SlotDraws(slots, seed);
    }

    /** Commits blocks, and tells after each how many are done. */
    public List<Times> run(int blocks, IntConsumer done) {
        List<Times> times = new ArrayList<>();
        for (int block = 1; block <= blocks; block++) {
            times.add(commit(block));
            state.changed();
            done.accept(block);
        }
        return times;
    }

    private Times commit(int number) {
        CommitmentTrie trie = state.trie();
        List<SlotWrite> writes = draws.nextBlock();
        try (UncommittedBlock block = trie.begin(trie.head());
                BlockWarming warming = state.warm(block)) {
            long begun = System.nanoTime();
            warming.announce(() -> BloatWrites.accessList(writes));
            for (SlotWrite write : writes) {
                UInt256 slot = UInt256.of(write.slot());
                warming.touch(BloatAccount.ADDRESS, slot);
                block.storage(BloatAccount.ADDRESS, slot);
                block.putStorage(BloatAccount.ADDRESS, slot, write.value());
            }
            warming.drain();
            long read = System.nanoTime();
            Hash32 root = block.stateRoot();
            long rooted = System.nanoTime();
            block.seal(BlockId.of(Hash32.of(1, 0, seed, number)));
            long waits = state.work().waits();
            long pauses = CollectorPauses.millis();
            long sealed = System.nanoTime();
            block.commit(root);
            long committed = System.nanoTime();
            return new Times(
                    read - begun,
                    rooted - read,
                    committed - sealed,
                    CollectorPauses.millis() - pauses,
                    state.work().waits() > waits);
        }
    }
}
