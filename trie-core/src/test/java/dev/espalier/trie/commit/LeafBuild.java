package dev.espalier.trie.commit;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.OracleAccount;
import dev.espalier.trie.oracle.OracleState;
import java.util.Objects;

/** Builds a state in one block from its leaves alone. */
final class LeafBuild {
    private LeafBuild() {}

    /** Commits the state to an empty store and returns its root. */
    static Hash32 build(MemoryStore store, OracleState state) {
        CommitmentTrie trie = CommitmentTrie.over(store);
        try (UncommittedBlock block = trie.begin(BlockId.NONE)) {
            for (Bytes32 key : state.accountKeys()) {
                OracleAccount account = Objects.requireNonNull(state.account(key));
                Hash32 accountKey = Hash32.of(key.bytes());
                block.putAccount(
                        accountKey,
                        new Account(
                                account.nonce(),
                                UInt256.of(account.balance()),
                                Hash32.of(account.codeHash().bytes())));
                account.storage()
                        .forEach((slot, value) ->
                                block.putStorage(accountKey, Hash32.of(slot.bytes()), UInt256.of(value)));
            }
            Hash32 root = block.stateRoot();
            block.seal(BlockId.of(Hash32.of(1, 2, 3, 4)));
            block.commit(root);
            return root;
        }
    }
}
