package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CanonicalRows;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.OracleAccount;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.Objects;

/** Compares what a store on disk holds with the oracle's state. */
final class StateCheck {
    private StateCheck() {}

    /** Checks head, root, accounts, slots and every row that the state has. */
    static void check(LayeredStore store, CommitmentTrie trie, BlockId head, OracleState state) {
        assertThat(trie.head()).isEqualTo(head);
        assertThat(trie.headRoot()).isEqualTo(Hash32.of(state.stateRoot().bytes()));
        try (TrieView view = trie.view(head)) {
            checkShows(view, state);
        }
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            CanonicalRows.assertStored(view, state);
        }
    }

    static void checkShows(TrieView view, OracleState state) {
        assertThat(view.stateRoot()).isEqualTo(Hash32.of(state.stateRoot().bytes()));
        for (Bytes32 key : state.accountKeys()) {
            OracleAccount expected = Objects.requireNonNull(state.account(key));
            Hash32 account = Hash32.of(key.bytes());
            Account found = Objects.requireNonNull(view.account(account));
            assertThat(found.nonce()).isEqualTo(expected.nonce());
            expected.storage()
                    .forEach((slot, value) -> assertThat(view.storage(account, Hash32.of(slot.bytes())))
                            .isEqualTo(UInt256.of(value)));
        }
    }
}
