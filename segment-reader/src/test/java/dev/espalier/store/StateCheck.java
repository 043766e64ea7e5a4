package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.codec.RowCodec;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.commit.CanonicalRows;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.OracleAccount;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
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
            checkRows(view, state);
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

    /** Checks every row that a state has. */
    static void checkRows(StoreView view, OracleState state) {
        Map<String, Long> tries = new HashMap<>(Map.of("", BranchPath.ACCOUNT_TRIE));
        for (Bytes32 account : state.accountKeys()) {
            byte[] stored = Objects.requireNonNull(view.leaf(BranchPath.ACCOUNT_TRIE, Hash32.of(account.bytes())));
            tries.put(account.hex(), AccountRecord.decode(stored).storageId());
        }
        NodeHasher hasher = new NodeHasher();
        CanonicalRows.of(state).forEach((key, expected) -> {
            String[] parts = key.split("/", -1);
            String nibbles = parts[1];
            Hash32 padded = Hash32.fromHex(nibbles + "0".repeat(Hash32.NIBBLES - nibbles.length()));
            BranchPath path = BranchPath.of(Objects.requireNonNull(tries.get(parts[0])), padded, nibbles.length());
            byte[] bytes = new byte[expected.remaining()];
            expected.duplicate().get(bytes);
            RowRequests one = new RowRequests();
            one.add(path, hasher.branch(RowCodec.decode(path, bytes)));
            view.loadRows(one);
            BranchRow row = Objects.requireNonNull(one.row(0), () -> "no row " + path);
            assertThat(ByteBuffer.wrap(whole(view, path, row)))
                    .as("row %s", path)
                    .isEqualTo(expected);
        });
    }

    /** Returns a row's bytes with every rest, where the store left some out. */
    private static byte[] whole(StoreView view, BranchPath path, BranchRow row) {
        RowBuilder builder = new RowBuilder();
        builder.start(path.depth(), row);
        for (int child = 0; child < 16; child++) {
            boolean isLeaf = RowReader.bit(row.present() & ~row.branches(), child);
            if (isLeaf && !RowReader.bit(row.rests(), child)) {
                NodeRef ref = row.ref(child);
                builder.setLeaf(child, ref, view.keyOfLeaf(path, child, ref));
            }
        }
        return builder.freeze().toBytes();
    }
}
