package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One way of applying the same batches to a store of its own: in one block or many, with these options or those. */
final class EngineVariant {
    private static final int WINDOW = 1 << 20;

    private final String name;
    private final TrieOptions options;
    private final boolean perOperation;
    private final boolean reopens;
    private final int sealedChain;
    private final MemoryStore store = MemoryStore.withWindow(WINDOW);
    private final List<BlockId> batchEnds = new ArrayList<>(List.of(BlockId.NONE));
    private final Deque<BlockId> sealed = new ArrayDeque<>();
    private final Map<BlockId, Hash32> sealedRoots = new HashMap<>();
    private final Set<Bytes32> accounts = new HashSet<>();
    private CommitmentTrie trie;
    private long nextId = 1;
    private BlockStats work = BlockStats.NONE;

    private EngineVariant(String name, TrieOptions options, boolean perOperation, boolean reopens, int sealedChain) {
        this.name = name;
        this.options = options;
        this.perOperation = perOperation;
        this.reopens = reopens;
        this.sealedChain = sealedChain;
        this.trie = CommitmentTrie.over(store, options);
    }

    static EngineVariant wholeBatches(String name, TrieOptions options) {
        return new EngineVariant(name, options, false, false, 1);
    }

    static EngineVariant perOperation() {
        return new EngineVariant("one operation a block", TrieOptions.defaults(), true, false, 1);
    }

    static EngineVariant reopening() {
        return new EngineVariant("engine re-created before each block", TrieOptions.defaults(), false, true, 1);
    }

    /** Commits only when as many batches are sealed on each other. */
    static EngineVariant sealedChains(int length) {
        return new EngineVariant("sealed chains of " + length, TrieOptions.defaults(), false, false, length);
    }

    /** Applies a batch and returns the root after it. */
    Hash32 apply(List<Op> batch) {
        if (reopens) {
            trie = CommitmentTrie.over(store, options);
        }
        Hash32 root = null;
        for (List<Op> block : perOperation ? oneByOne(batch) : List.of(batch)) {
            root = block(block);
        }
        if (root == null) {
            root = block(List.of());
        }
        if (sealed.size() >= sealedChain) {
            commitSealed();
        }
        batchEnds.add(lastBlock());
        return root;
    }

    /** Splits a batch so that each part is a block of its own: a slot set before its account waits for it. */
    private List<List<Op>> oneByOne(List<Op> batch) {
        List<List<Op>> blocks = new ArrayList<>();
        Map<Bytes32, List<Op>> waiting = new HashMap<>();
        for (Op op : batch) {
            switch (op) {
                case Op.PutSlot put
                when !accounts.contains(put.accountKey()) ->
                    waiting.computeIfAbsent(put.accountKey(), _ -> new ArrayList<>())
                            .add(put);
                case Op.PutSlot put -> blocks.add(List.of(put));
                case Op.DeleteAccount delete -> {
                    waiting.remove(delete.accountKey());
                    accounts.remove(delete.accountKey());
                    blocks.add(List.of(delete));
                }
                case Op.PutAccount put -> {
                    accounts.add(put.accountKey());
                    blocks.add(List.of(put));
                    List<Op> slots = waiting.remove(put.accountKey());
                    if (slots != null) {
                        slots.forEach(slot -> blocks.add(List.of(slot)));
                    }
                }
            }
        }
        return blocks;
    }

    private BlockId lastBlock() {
        return sealed.isEmpty() ? trie.head() : sealed.getLast();
    }

    private Hash32 block(List<Op> ops) {
        try (UncommittedBlock block = trie.begin(lastBlock())) {
            ops.forEach(op -> write(block, op));
            Hash32 root = block.stateRoot();
            BlockId id = BlockId.of(Hash32.of(1, 0, 0, nextId++));
            block.seal(id);
            sealed.add(id);
            sealedRoots.put(id, root);
            if (sealedChain == 1) {
                commitSealed();
            }
            BlockStats stats = block.stats();
            assertThat(stats.loads()).as("%s: loads", name).isEqualTo(stats.distinctLoads());
            assertThat(stats.absentProbes()).as("%s: absent probes", name).isZero();
            work = work.plus(stats);
            return root;
        }
    }

    private void commitSealed() {
        while (!sealed.isEmpty()) {
            BlockId id = sealed.remove();
            trie.commit(id, sealedRoots.remove(id));
        }
    }

    /** Whether the store holds everything that was applied. */
    boolean isSettled() {
        return sealed.isEmpty();
    }

    /** Goes back to where a batch ended; 0 is the empty state. */
    void unwindTo(int batches) {
        trie.unwindTo(batchEnds.get(batches));
        batchEnds.subList(batches + 1, batchEnds.size()).clear();
    }

    /** Says which accounts there are, after going back. */
    void resume(Set<Bytes32> existing) {
        accounts.clear();
        accounts.addAll(existing);
    }

    CommitmentTrie trie() {
        return trie;
    }

    BlockId end(int batches) {
        return batchEnds.get(batches);
    }

    MemoryStore store() {
        return store;
    }

    BlockStats work() {
        return work;
    }

    @Override
    public String toString() {
        return name;
    }

    static void write(UncommittedBlock block, Op op) {
        Hash32 account = Hash32.of(op.accountKey().bytes());
        switch (op) {
            case Op.PutAccount put ->
                block.putAccount(
                        account,
                        new Account(
                                put.nonce(),
                                UInt256.of(put.balance()),
                                Hash32.of(put.codeHash().bytes())));
            case Op.DeleteAccount _ -> block.deleteAccount(account);
            case Op.PutSlot put ->
                block.putStorage(account, Hash32.of(put.slotKey().bytes()), UInt256.of(put.value()));
        }
    }
}
