package dev.espalier.bench.replay;

import dev.espalier.bench.engine.BlockWarming;
import dev.espalier.bench.engine.Engine;
import dev.espalier.bench.engine.EngineTrie;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.workload.BloatAccount;
import dev.espalier.bench.workload.PlainAccounts;
import dev.espalier.bench.workload.SlotDraws;
import dev.espalier.bench.workload.SlotWrite;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.commit.UncommittedBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the bloat account, plays blocks that overwrite random slots of it, and builds the final state once more from
 * nothing to check the last root.
 */
public final class BloatReplay {
    /** What the public benchmark's block spends beside its writes. */
    private static final long OTHER_GAS = 9_000_000;

    private final Engine engine;
    private final BloatScenario scenario;
    private final ReplayListener listener;
    private final BloatAccount bloat;
    private final PlainAccounts accounts;
    private final Map<Integer, UInt256> overwritten = new HashMap<>();

    /** A replay for one run. */
    public BloatReplay(Engine engine, BloatScenario scenario, ReplayListener listener) {
        this.engine = engine;
        this.scenario = scenario;
        this.listener = listener;
        bloat = new BloatAccount(scenario.slots());
        accounts = new PlainAccounts(scenario.accounts(), scenario.seed());
    }

    /** Runs it. */
    public ReplayReport run() {
        Played played;
        try (EngineTrie state = engine.newTrie(LeafKind.STATE)) {
            played = play(state);
        }
        // The played trie is garbage by now: two of them need not fit into the heap.
        listener.building("the final state from nothing");
        long begun = System.nanoTime();
        // In memory, so that it is right even where a store is not.
        try (EngineTrie rebuilt = engine.newMemoryTrie(LeafKind.STATE)) {
            build(rebuilt);
            return new ReplayReport(
                    scenario,
                    played.start,
                    played.blocks,
                    played.work,
                    engine.storeWork(),
                    engine.cacheWork(),
                    engine.warmerReport(),
                    rebuilt.trie().headRoot(),
                    System.nanoTime() - begun);
        }
    }

    private record Played(BuiltState start, List<ReplayedBlock> blocks, EngineWork work) {}

    private Played play(EngineTrie state) {
        listener.building("the start state");
        long begun = System.nanoTime();
        build(state);
        BuiltState start = startState(state.trie(), System.nanoTime() - begun);
        listener.startBuilt(start);
        SlotDraws draws = new SlotDraws(scenario.slots(), scenario.seed());
        List<ReplayedBlock> blocks = new ArrayList<>();
        EngineWork work = EngineWork.NONE;
        for (int number = 1; number <= scenario.blocks(); number++) {
            List<SlotWrite> writes = draws.nextBlock();
            ReplayedBlock block = playBlock(state, number, writes);
            work = work.plus(block.work());
            writes.forEach(write -> overwritten.put(write.slot(), write.value()));
            blocks.add(block);
            listener.blockDone(block);
        }
        return new Played(start, List.copyOf(blocks), work);
    }

    /** Builds the state with what has been overwritten so far as one block. */
    private void build(EngineTrie state) {
        CommitmentTrie trie = state.trie();
        try (UncommittedBlock block = trie.begin(BlockId.NONE)) {
            block.putAccount(BloatAccount.ADDRESS, bloat.account());
            for (int slot = 1; slot <= bloat.slots(); slot++) {
                UInt256 value = overwritten.getOrDefault(slot, bloat.startValue(slot));
                block.putStorage(BloatAccount.ADDRESS, UInt256.of(slot), value);
            }
            accounts.forEach(block::putAccount);
            commit(block, 0);
        }
        // Nothing goes back behind the start state, so what would undo it need not fill the heap.
        trie.finalized(trie.head());
        state.changed();
    }

    private BuiltState startState(CommitmentTrie trie, long elapsedNanos) {
        try (TrieView view = trie.view(trie.head())) {
            return new BuiltState(
                    view.stateRoot(), view.storageRoot(BloatAccount.ADDRESS), bloat.knownStorageRoot(), elapsedNanos);
        }
    }

    private ReplayedBlock playBlock(EngineTrie state, int number, List<SlotWrite> writes) {
        long begun = System.nanoTime();
        ReplayedBlock played;
        try (UncommittedBlock block = state.trie().begin(state.trie().head());
                BlockWarming warming = state.warm(block)) {
            warming.announce(() -> BloatWrites.accessList(writes));
            long gas = OTHER_GAS;
            for (SlotWrite write : writes) {
                warming.touch(BloatAccount.ADDRESS, UInt256.of(write.slot()));
                gas += store(block, write);
            }
            warming.drain();
            Hash32 root = commit(block, number);
            long elapsedNanos = System.nanoTime() - begun;
            played = new ReplayedBlock(number, root, gas, EngineWork.of(block.stats()), elapsedNanos);
        }
        state.changed();
        return played;
    }

    /** An SSTORE: gas depends on the current value, so that is read first. */
    private long store(UncommittedBlock block, SlotWrite write) {
        UInt256 slot = UInt256.of(write.slot());
        UInt256 current = block.storage(BloatAccount.ADDRESS, slot);
        block.putStorage(BloatAccount.ADDRESS, slot, write.value());
        return GasSchedule.COLD_SLOT + GasSchedule.store(current, current, write.value());
    }

    private static Hash32 commit(UncommittedBlock block, int number) {
        Hash32 root = block.stateRoot();
        block.seal(BlockId.of(Hash32.of(0, 0, 0, number + 1L)));
        block.commit(root);
        return root;
    }
}
