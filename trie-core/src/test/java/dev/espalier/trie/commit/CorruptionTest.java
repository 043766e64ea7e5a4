package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.RootMismatchException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.StoredBranches;
import dev.espalier.trie.fixture.TrieBesideOracle;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A store that contradicts itself: what is missing or wrong is named, no root is given, and once the store is mended a
 * block of the same writes gives the right root.
 */
class CorruptionTest {
    private static final Hash32 ACCOUNT = Keys.key("acc");
    private static final Hash32 SOLE = Keys.key("501e");

    private final TrieBesideOracle twin = TrieBesideOracle.create();
    private final InterceptedStore store = new InterceptedStore(twin.store());
    private CommitmentTrie trie;
    private long storage;
    private long soleStorage;

    @BeforeEach
    void build() {
        twin.commit(
                Ops.put(ACCOUNT, 1),
                Ops.put(SOLE, 1),
                Ops.put(Keys.key("b"), 1),
                slot("a1", 1),
                slot("a2", 2),
                slot("b1", 3),
                slot("b2", 4),
                slot("c", 5),
                Ops.slot(SOLE, Keys.key("1"), 1));
        trie = CommitmentTrie.over(store);
        try (StoreView view = twin.store().openView(TrieStore.ReadMode.NORMAL)) {
            storage = StoredBranches.record(view, ACCOUNT).storageId();
            soleStorage = StoredBranches.record(view, SOLE).storageId();
        }
    }

    private static Op slot(String digits, long value) {
        return Ops.slot(ACCOUNT, Keys.key(digits), value);
    }

    private void hideRow(BranchPath hidden) {
        store.intercept(new InterceptedStore.Interceptor() {
            @Override
            public @Nullable BranchRow row(TrieStore.ReadMode mode, BranchPath path, BranchRow stored) {
                return path.equals(hidden) ? null : stored;
            }
        });
    }

    /** Gives other bytes for a leaf, whatever is stored; null hides it. */
    private void falsifyLeaf(long trieId, Hash32 key, byte @Nullable [] instead) {
        store.intercept(new InterceptedStore.Interceptor() {
            @Override
            public byte @Nullable [] leaf(TrieStore.ReadMode mode, long id, Hash32 asked, byte @Nullable [] stored) {
                return id == trieId && asked.equals(key) ? instead : stored;
            }
        });
    }

    private void assertCorrupt(List<Op> ops, String... words) {
        OracleState oracle = twin.oracle().copy();
        oracle.applyBlock(ops);
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, ops);
            assertThatExceptionOfType(CorruptStoreException.class)
                    .isThrownBy(block::stateRoot)
                    .satisfies(e -> {
                        for (String word : words) {
                            assertThat(e).hasMessageContaining(word);
                        }
                    });
        }
        store.intercept(new InterceptedStore.Interceptor() {});
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, ops);
            assertThat(block.stateRoot()).as("mended").isEqualTo(Keys.ofTrie(oracle.stateRoot()));
        }
        twin.verify();
    }

    @Test
    void aMissingRowOfAStorageTrie() {
        BranchPath hidden = BranchPath.of(storage, Keys.key("a"), 1);
        hideRow(hidden);
        assertCorrupt(List.of(slot("a1", 9)), "row " + hidden, "named by its parent", "no layer has it");
        hideRow(BranchPath.root(storage));
        assertCorrupt(List.of(slot("d", 9)), "row " + storage + ":~ ");
    }

    @Test
    void aMissingRowOfTheAccountTrie() {
        hideRow(BranchPath.root(BranchPath.ACCOUNT_TRIE));
        assertCorrupt(List.of(Ops.put(Keys.key("c"), 1)), "row 0:~ ", "no layer has it");
    }

    @Test
    void aMissingRowIsCountedAsAnAbsentProbe() {
        hideRow(BranchPath.root(storage));
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, List.of(slot("d", 9)));
            assertThatExceptionOfType(CorruptStoreException.class).isThrownBy(block::stateRoot);
            assertThat(block.stats().absentProbes()).isEqualTo(1);
        }
    }

    /** Nothing but the row's own trie is read for it, so other accounts are not affected. */
    @Test
    void aMissingRowOffThePathsOfABlockDoesNotMatter() {
        hideRow(BranchPath.of(storage, Keys.key("a"), 1));
        OracleState oracle = twin.oracle().copy();
        oracle.applyBlock(List.of(slot("b1", 9), Ops.put(Keys.key("c"), 1)));
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, List.of(slot("b1", 9), Ops.put(Keys.key("c"), 1)));
            assertThat(block.stateRoot()).isEqualTo(Keys.ofTrie(oracle.stateRoot()));
        }
    }

    @Test
    void aLeafThatARowNamesAndTheStoreHasNot() {
        Hash32 hidden = Keys.key("a1");
        String[] words = {"trie " + storage, "leaf " + hidden, "is named by a row, but not stored"};
        falsifyLeaf(storage, hidden, null);
        assertCorrupt(List.of(slot("a1", 9)), words);
        falsifyLeaf(storage, hidden, null);
        assertCorrupt(List.of(slot("a11", 9)), words);
        falsifyLeaf(storage, hidden, null);
        assertCorrupt(List.of(slot("a2", 0)), words);
    }

    @Test
    void aLeafThatARowNamesBesideOneThatIsStored() {
        falsifyLeaf(storage, Keys.key("a1"), new byte[] {1});
        OracleState oracle = twin.oracle().copy();
        oracle.applyBlock(List.of(slot("a1", 9)));
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, List.of(slot("a1", 9)));
            assertThat(block.stateRoot()).as("the true bytes").isEqualTo(Keys.ofTrie(oracle.stateRoot()));
        }
    }

    @Test
    void aStoredLeafThatNoRowLeadsTo() {
        String words = "is stored, but no row leads to it";
        falsifyLeaf(storage, Keys.key("d"), new byte[] {1});
        assertCorrupt(List.of(slot("d", 9)), "trie " + storage, "leaf " + Keys.key("d"), words);
        falsifyLeaf(storage, Keys.key("a11"), new byte[] {1});
        assertCorrupt(List.of(slot("a11", 9)), "leaf " + Keys.key("a11"), words);
        falsifyLeaf(storage, Keys.key("a11"), new byte[] {1});
        assertCorrupt(List.of(slot("a1", 7), slot("a11", 9)), "leaf " + Keys.key("a11"), words);
        falsifyLeaf(soleStorage, Keys.key("2"), new byte[] {1});
        assertCorrupt(
                List.of(Ops.slot(SOLE, Keys.key("2"), 9)),
                "trie " + soleStorage,
                Keys.key("2").toString());
    }

    @Test
    void aStoredAccountThatNoRowLeadsTo() {
        byte[] record;
        try (StoreView view = twin.store().openView(TrieStore.ReadMode.NORMAL)) {
            record = StoredBranches.record(view, Keys.key("b")).encode();
        }
        falsifyLeaf(BranchPath.ACCOUNT_TRIE, Keys.key("c"), record);
        assertCorrupt(List.of(Ops.put(Keys.key("c"), 9)), "trie 0", "leaf " + Keys.key("c"), "no row leads to it");
    }

    @Test
    void theOnlySlotOfAnAccountWithAnotherValueThanItsRootSays() {
        falsifyLeaf(soleStorage, Keys.key("1"), new byte[] {2});
        String[] words = {"trie " + soleStorage, "key=" + Keys.key("1"), "gives root", "expected"};
        assertCorrupt(List.of(Ops.slot(SOLE, Keys.key("1"), 9)), words);
        falsifyLeaf(soleStorage, Keys.key("1"), new byte[] {2});
        assertCorrupt(List.of(Ops.slot(SOLE, Keys.key("2"), 9)), words);
    }

    @Test
    void theOnlySlotOfAnAccountThatIsMissing() {
        falsifyLeaf(soleStorage, Keys.key("1"), null);
        assertCorrupt(List.of(Ops.slot(SOLE, Keys.key("2"), 9)), "trie " + soleStorage, "leaf " + Keys.key("1"));
    }

    @Test
    void anAccountRecordThatIsDamaged() {
        falsifyLeaf(BranchPath.ACCOUNT_TRIE, ACCOUNT, new byte[] {0x10});
        assertCorrupt(List.of(slot("a1", 9)), "account record", "10");
        falsifyLeaf(BranchPath.ACCOUNT_TRIE, ACCOUNT, new byte[] {0x10});
        try (TrieView view = trie.view(trie.head())) {
            assertThatExceptionOfType(CorruptStoreException.class).isThrownBy(() -> view.account(ACCOUNT));
            assertThatExceptionOfType(CorruptStoreException.class)
                    .isThrownBy(() -> view.storage(ACCOUNT, Keys.key("a1")));
        }
    }

    /** A fold that stopped half-way may have left anything behind, so nothing is built on it. */
    @Test
    void aBlockWhoseRootFailedCanOnlyBeClosed() {
        hideRow(BranchPath.root(storage));
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, List.of(slot("d", 9)));
            assertThatExceptionOfType(CorruptStoreException.class).isThrownBy(block::stateRoot);
            store.intercept(new InterceptedStore.Interceptor() {});
            List<ThrowingCallable> calls = List.of(
                    block::stateRoot,
                    () -> block.account(ACCOUNT),
                    () -> block.putAccount(ACCOUNT, Account.EMPTY),
                    () -> block.seal(twin.newId()),
                    () -> block.commit(Hash32.ZERO));
            for (ThrowingCallable call : calls) {
                assertThatIllegalStateException()
                        .isThrownBy(call)
                        .withMessageContaining("it can only be closed and begun anew");
            }
        }
        assertThat(trie.stats().openViews()).isZero();
        twin.verify();
    }

    @Test
    void aSlotsValueThatIsNone() {
        for (byte[] value : List.of(new byte[0], new byte[] {0, 1}, new byte[33])) {
            falsifyLeaf(storage, Keys.key("a1"), value);
            assertCorrupt(List.of(slot("a11", 9)), "slot value", "expected 1..32 bytes");
        }
    }

    private BranchRow storedRow(BranchPath path) {
        try (StoreView view = twin.store().openView(TrieStore.ReadMode.NORMAL)) {
            RowRequests requests = new RowRequests();
            requests.add(path, NodeRef.ofHash(Hash32.ZERO));
            view.loadRows(requests);
            BranchRow row = requests.row(0);
            assertThat(row).isNotNull();
            return row;
        }
    }

    /** Makes reads that do not bypass the cache give a row as it was before the newest block. */
    private void serveStale(BranchPath stale, BranchRow before) {
        store.intercept(new InterceptedStore.Interceptor() {
            @Override
            public BranchRow row(TrieStore.ReadMode mode, BranchPath path, BranchRow stored) {
                return mode == TrieStore.ReadMode.NORMAL && path.equals(stale) ? before : stored;
            }
        });
    }

    /** A wrong cache costs a second computation, and is counted; it costs no wrong root and no wrong row. H01. */
    @Test
    void aRootThatIsWrongBecauseOfACacheIsComputedAgainPastIt() {
        BranchPath root = BranchPath.root(storage);
        BranchRow before = storedRow(root);
        twin.commit(slot("c", 6));
        trie = CommitmentTrie.over(store);
        serveStale(root, before);
        OracleState oracle = twin.oracle().copy();
        oracle.applyBlock(List.of(slot("a1", 9)));
        Hash32 right = Keys.ofTrie(oracle.stateRoot());
        BlockId id = twin.newId();
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, List.of(slot("a1", 9)));
            assertThat(block.stateRoot()).as("misled by the cache").isNotEqualTo(right);
            block.seal(id);
            assertThatExceptionOfType(RootMismatchException.class)
                    .isThrownBy(() -> block.commit(Hash32.ZERO))
                    .satisfies(e -> assertThat(e.actual()).isEqualTo(right));
            assertThat(trie.stats().divergences()).isEqualTo(1);
            block.commit(right);
        }
        assertThat(trie.stats().divergences()).isEqualTo(2);
        assertThat(trie.headRoot()).isEqualTo(right);
        assertThat(StoredBranches.of(twin.store(), oracle.accountKeys())).isEqualTo(oracle.branches());
        store.intercept(new InterceptedStore.Interceptor() {});
        try (TrieView view = trie.view(id)) {
            assertThat(view.storage(ACCOUNT, Keys.key("a1"))).isEqualTo(UInt256.of(9));
            assertThat(view.storage(ACCOUNT, Keys.key("c"))).isEqualTo(UInt256.of(6));
        }
    }

    @Test
    void anUnwindThatComesOutElsewhereChangesNothing() {
        BlockId ancestor = twin.trie().head();
        BranchPath root = BranchPath.root(storage);
        BranchRow before = storedRow(root);
        twin.commit(slot("a1", 6), slot("c", 6));
        twin.commit(slot("a1", 7));
        BlockId head = twin.trie().head();
        trie = CommitmentTrie.over(store);
        serveStale(root, before);
        BlockId parent = twin.store().log().entries().getLast().before().block();
        assertThatExceptionOfType(CorruptStoreException.class)
                .isThrownBy(() -> trie.unwindTo(parent))
                .withMessageContaining(ACCOUNT.toString());
        assertThat(trie.head()).isEqualTo(head);
        assertThat(trie.stats().unwinds()).isZero();
        store.intercept(new InterceptedStore.Interceptor() {});
        trie.unwindTo(ancestor);
        assertThat(trie.head()).isEqualTo(ancestor);
    }
}
