package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleAccount;
import dev.espalier.trie.oracle.OracleState;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;

/** Blocks on a trie, each with the oracle's state after it. */
final class TestChain {
    private final CommitmentTrie trie;
    private final Map<BlockId, OracleState> states = new HashMap<>();
    private long nextId = 1;

    TestChain(CommitmentTrie trie) {
        this.trie = trie;
        states.put(BlockId.NONE, new OracleState());
    }

    static Account account(long nonce) {
        return new Account(nonce, UInt256.of(nonce), Account.NO_CODE);
    }

    BlockId newId() {
        return BlockId.of(Hash32.of(9, 0, 0, nextId++));
    }

    /** Seals a block of shaped operations on a parent. */
    BlockId seal(BlockId parent, long seed) {
        return sealAs(newId(), parent, seed);
    }

    BlockId sealAs(BlockId id, BlockId parent, long seed) {
        OracleState after = state(parent).copy();
        try (UncommittedBlock block = trie.begin(parent)) {
            for (Op op : FewKeys.block(after, new Random(seed))) {
                after.apply(op);
                EngineVariant.write(block, op);
            }
            after.endBlock();
            assertThat(block.stateRoot()).as("seed=%s", seed).isEqualTo(root(after));
            block.seal(id);
        }
        states.put(id, after);
        return id;
    }

    BlockId commitNew(BlockId parent, long seed) {
        BlockId id = seal(parent, seed);
        commit(id);
        return id;
    }

    void commit(BlockId... ids) {
        for (BlockId id : ids) {
            trie.commit(id, root(id));
        }
    }

    /** Commits a block of given writes, which the oracle does not follow. */
    BlockId commit(BlockId parent, Consumer<UncommittedBlock> writes) {
        try (UncommittedBlock block = trie.begin(parent)) {
            writes.accept(block);
            BlockId id = newId();
            block.seal(id);
            block.commit(block.stateRoot());
            return id;
        }
    }

    OracleState state(BlockId id) {
        return Objects.requireNonNull(states.get(id));
    }

    Hash32 root(BlockId id) {
        return root(state(id));
    }

    private static Hash32 root(OracleState state) {
        return Hash32.of(state.stateRoot().bytes());
    }

    /** Checks head, root and every row of the store. */
    void assertHead(BlockId id, MemoryStore store) {
        assertThat(trie.head()).isEqualTo(id);
        assertThat(trie.headRoot()).isEqualTo(root(id));
        CanonicalRows.assertSame(id.toString(), CanonicalRows.of(store, state(id)), CanonicalRows.of(state(id)));
    }

    /** Checks root, accounts and slots that a view shows. */
    void assertShows(TrieView view, BlockId id) {
        assertThat(view.stateRoot()).isEqualTo(root(id));
        OracleState state = state(id);
        for (Bytes32 key : state.accountKeys()) {
            OracleAccount expected = Objects.requireNonNull(state.account(key));
            Hash32 account = Hash32.of(key.bytes());
            assertThat(view.account(account))
                    .isEqualTo(new Account(
                            expected.nonce(),
                            UInt256.of(expected.balance()),
                            Hash32.of(expected.codeHash().bytes())));
            assertThat(view.storageRoot(account))
                    .isEqualTo(Hash32.of(state.storageRoot(key).bytes()));
            expected.storage()
                    .forEach((slot, value) -> assertThat(view.storage(account, Hash32.of(slot.bytes())))
                            .isEqualTo(UInt256.of(value)));
        }
    }
}
