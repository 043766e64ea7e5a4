package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.FewKeys;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.RowCache;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;

/** A chain of blocks on a store on disk, beside the oracle's state after each block. */
final class StoreRun {
    private final Path directory;
    private final RowCache cache;
    private StoreOptions options;
    private final StoreParts parts;
    private final TrieOptions trieOptions;
    private final Map<BlockId, OracleState> states = new HashMap<>();
    private final List<BlockId> canonical = new ArrayList<>(List.of(BlockId.NONE));
    private LayeredStore store;
    private CommitmentTrie trie;
    private long nextId = 1;
    /** The oldest block that can be reached. */
    private int lowest;

    StoreRun(Path directory, StoreOptions options) {
        this(directory, options, plain -> plain);
    }

    StoreRun(Path directory, StoreOptions options, StoreParts parts) {
        this(directory, options, RowCache.none(), parts, TrieOptions.defaults());
    }

    StoreRun(Path directory, StoreOptions options, RowCache cache) {
        this(directory, options, cache, plain -> plain, TrieOptions.defaults());
    }

    StoreRun(Path directory, StoreOptions options, TrieOptions trieOptions) {
        this(directory, options, RowCache.none(), plain -> plain, trieOptions);
    }

    private StoreRun(Path directory, StoreOptions options, RowCache cache, StoreParts parts, TrieOptions trieOptions) {
        this.cache = cache;
        this.directory = directory;
        this.options = options;
        this.parts = parts;
        this.trieOptions = trieOptions;
        states.put(BlockId.NONE, new OracleState());
        store = LayeredStore.open(directory, options, cache, parts);
        trie = CommitmentTrie.over(store, trieOptions);
    }

    LayeredStore store() {
        return store;
    }

    CommitmentTrie trie() {
        return trie;
    }

    List<BlockId> canonical() {
        return canonical;
    }

    BlockId head() {
        return canonical.getLast();
    }

    /** How many blocks can be unwound. */
    int depth() {
        return canonical.size() - 1 - lowest;
    }

    OracleState state(BlockId id) {
        return Objects.requireNonNull(states.get(id));
    }

    /** Commits a block of random writes on the head. */
    BlockId commit(long seed) {
        return commit(FewKeys.block(state(head()), new Random(seed)));
    }

    /** Commits a block of given writes on the head. */
    BlockId commit(List<Op> writes) {
        BlockId id = seal(head(), writes);
        commitSealed(id);
        return id;
    }

    /** Seals a block on any block, and checks its root. */
    BlockId seal(BlockId parent, List<Op> writes) {
        OracleState after = state(parent).copy();
        try (UncommittedBlock block = trie.begin(parent)) {
            for (Op op : writes) {
                after.apply(op);
                write(block, op);
            }
            after.endBlock();
            assertThat(block.stateRoot()).isEqualTo(root(after));
            BlockId id = BlockId.of(Hash32.of(3, 0, 0, nextId++));
            block.seal(id);
            states.put(id, after);
            return id;
        }
    }

    /** Commits a sealed block, whose parent is the head. */
    void commitSealed(BlockId id) {
        trie.commit(id, root(state(id)));
        canonical.add(id);
        lowest = Math.max(lowest, canonical.size() - 1 - store.window());
    }

    private static Hash32 root(OracleState state) {
        return Hash32.of(state.stateRoot().bytes());
    }

    /** Commits a block of given writes, which the oracle does not follow. */
    BlockId commitUnfollowed(Consumer<UncommittedBlock> writes) {
        try (UncommittedBlock block = trie.begin(trie.head())) {
            writes.accept(block);
            BlockId id = BlockId.of(Hash32.of(5, 0, 0, nextId++));
            block.seal(id);
            block.commit(block.stateRoot());
            return id;
        }
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

    /** Goes back over so many blocks. */
    void unwind(int blocks) {
        BlockId target = canonical.get(canonical.size() - 1 - blocks);
        trie.unwindTo(target);
        canonical.subList(canonical.size() - blocks, canonical.size()).clear();
    }

    /** Closes the store and opens it with other options. */
    void reopen(StoreOptions with) {
        options = with;
        reopen();
    }

    void reopen() {
        store.close();
        store = LayeredStore.open(directory, options, cache, parts);
        trie = CommitmentTrie.over(store, trieOptions);
    }

    /** Checks head, root, accounts, slots and every row that the state has. */
    void check() {
        StateCheck.check(store, trie, head(), state(head()));
    }

    void close() {
        store.close();
    }
}
