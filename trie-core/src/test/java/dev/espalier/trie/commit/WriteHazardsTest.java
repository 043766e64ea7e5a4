package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.MissingAccountException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.StoredBranches;
import dev.espalier.trie.fixture.TrieBesideOracle;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What has broken tries in the field, by the number of the hazard: the meaning of writes. After every block the root,
 * all rows and all leaves are compared with the oracle's; at the end every block is undone and compared again.
 */
class WriteHazardsTest {
    private static final boolean LONG = Boolean.getBoolean("espalier.long");
    private static final Hash32 ACCOUNT = Keys.key("acc");
    private static final Hash32 OTHER = Keys.key("ad");
    private static final Hash32 SLOT_1 = Keys.key("11");
    private static final Hash32 SLOT_2 = Keys.key("12");

    private final TrieBesideOracle twin = TrieBesideOracle.create();

    @AfterEach
    void undoEveryBlock() {
        twin.reopen();
        twin.unwindStepwise();
    }

    private static Op slot(Hash32 slot, long value) {
        return Ops.slot(ACCOUNT, slot, value);
    }

    private AccountRecord record() {
        try (StoreView view = twin.store().openView(TrieStore.ReadMode.NORMAL)) {
            return StoredBranches.record(view, ACCOUNT);
        }
    }

    private LogRecord lastRecord() {
        long seq = twin.store().log().entries().getLast().seq();
        return Objects.requireNonNull(twin.store().log().read(seq));
    }

    /** Asserts that the last block wrote neither a leaf nor a row. */
    private void assertNothingWritten(Hash32 rootBefore) {
        assertThat(twin.trie().headRoot()).isEqualTo(rootBefore);
        assertThat(lastRecord().leaves()).isEmpty();
        assertThat(lastRecord().lost()).isEmpty();
    }

    @Test
    @DisplayName("H29: an account deleted and created in one block has none of its old storage")
    void recreatedInOneBlock() {
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 1), slot(SLOT_2, 2), Ops.put(OTHER, 1));
        long before = record().storageId();
        twin.commit(Ops.delete(ACCOUNT), Ops.put(ACCOUNT, 2), slot(SLOT_2, 9));
        assertThat(record().storageId()).as("a storage id is never used again").isGreaterThan(before);
        twin.commit(slot(SLOT_1, 5));
        twin.commit(Ops.delete(ACCOUNT), Ops.put(ACCOUNT, 2));
        assertThat(record().storageId()).isZero();
        try (TrieView view = twin.trie().view(twin.trie().head())) {
            assertThat(view.storage(ACCOUNT, SLOT_1)).isEqualTo(UInt256.ZERO);
            assertThat(view.storage(ACCOUNT, SLOT_2)).isEqualTo(UInt256.ZERO);
        }
    }

    @Test
    @DisplayName("H29: an account deleted in one block and created in a later one has none of its old storage")
    void recreatedLater() {
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 1), slot(SLOT_2, 2));
        twin.commit(Ops.delete(ACCOUNT));
        twin.commit(Ops.put(ACCOUNT, 1));
        twin.commit(slot(SLOT_2, 3));
        twin.commit(slot(SLOT_1, 0), Ops.delete(ACCOUNT));
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 4));
    }

    @Test
    @DisplayName("H29: deleting an account reads no slot and no row of its storage, however much it has")
    void deletionReadsNoStorage() {
        List<Op> ops = new ArrayList<>(List.of(Ops.put(ACCOUNT, 1), Ops.put(OTHER, 1)));
        for (int i = 0; i < 1_000; i++) {
            ops.add(slot(Keys.spread(i), i + 1));
        }
        twin.commit(ops);
        InterceptedStore store = new InterceptedStore(twin.store());
        int[] reads = {0};
        store.intercept(new InterceptedStore.Interceptor() {
            @Override
            public void beforeRows(TrieStore.ReadMode mode, RowRequests requests) {
                for (int i = 0; i < requests.size(); i++) {
                    assertThat(requests.path(i).trieId()).isEqualTo(BranchPath.ACCOUNT_TRIE);
                }
            }

            @Override
            public void beforeLeaves(TrieStore.ReadMode mode, LeafRequests requests) {
                reads[0] += requests.size();
            }
        });
        CommitmentTrie trie = CommitmentTrie.over(store);
        OracleState oracle = twin.oracle().copy();
        oracle.applyBlock(List.of(Ops.delete(ACCOUNT)));
        try (UncommittedBlock block = trie.begin(trie.head())) {
            block.deleteAccount(ACCOUNT);
            assertThat(block.stateRoot()).isEqualTo(Keys.ofTrie(oracle.stateRoot()));
            assertThat(reads[0]).as("the account and the neighbour that rises").isEqualTo(2);
            assertThat(block.stats().rowsWritten()).isLessThan(3);
        }
        twin.commit(Ops.delete(ACCOUNT));
        assertThat(lastRecord().leaves()).as("no slot is written").hasSize(1);
    }

    @Test
    @DisplayName("H30: deleting what is not there writes no record and changes no root")
    void deletingTheAbsent() {
        twin.commit(Ops.delete(ACCOUNT), slot(SLOT_1, 0));
        assertNothingWritten(NodeHasher.EMPTY_ROOT);
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 1));
        Hash32 root = twin.trie().headRoot();
        twin.commit(slot(SLOT_2, 0), slot(Keys.key("f"), 0), Ops.delete(OTHER), Ops.slot(OTHER, SLOT_1, 0));
        assertNothingWritten(root);
        twin.commit(slot(SLOT_2, 1), slot(Keys.key("f"), 1), Ops.put(OTHER, 1));
        Hash32 larger = twin.trie().headRoot();
        twin.commit(
                slot(Keys.key("13"), 0),
                slot(Keys.key("111"), 0),
                slot(Keys.key("e"), 0),
                Ops.delete(Keys.key("ad1")),
                Ops.delete(Keys.key("b")),
                Ops.slot(OTHER, SLOT_1, 0));
        assertNothingWritten(larger);
    }

    @Test
    @DisplayName("H30: rewriting what is there writes no record and changes no root")
    void rewritingTheEqual() {
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 1), slot(SLOT_2, 2));
        Hash32 root = twin.trie().headRoot();
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 1), slot(SLOT_2, 2));
        assertNothingWritten(root);
        twin.commit(slot(SLOT_1, 0), slot(SLOT_1, 1), slot(Keys.key("5"), 5), slot(Keys.key("5"), 0));
        assertNothingWritten(root);
    }

    @Test
    @DisplayName("H30: undoing a write before the block ends writes no record, also with a root between")
    void writesThatCancelOut() {
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 1), slot(SLOT_2, 2));
        Hash32 root = twin.trie().headRoot();
        BlockId id = twin.newId();
        try (UncommittedBlock block = twin.trie().begin(twin.trie().head())) {
            Ops.write(block, List.of(slot(SLOT_1, 9), slot(Keys.key("5"), 5), Ops.put(OTHER, 1), Ops.put(ACCOUNT, 7)));
            assertThat(block.stateRoot()).isNotEqualTo(root);
            Ops.write(block, List.of(slot(SLOT_1, 1), slot(Keys.key("5"), 0), Ops.delete(OTHER), Ops.put(ACCOUNT, 1)));
            assertThat(block.stateRoot()).isEqualTo(root);
            block.seal(id);
            block.commit(root);
        }
        assertThat(lastRecord().leaves()).isEmpty();
        twin.trie().unwindTo(twin.store().log().entries().getFirst().after().block());
        twin.verify();
    }

    @Test
    @DisplayName("H31: a zero written to a slot deletes it; a value is stored without leading zeros")
    void zerosAndLeadingZeros() {
        twin.commit(Ops.put(ACCOUNT, 1), slot(SLOT_1, 1), slot(SLOT_2, 2));
        OracleState oracle = twin.oracle().copy();
        oracle.applyBlock(List.of(slot(SLOT_1, 0), slot(SLOT_2, 0x80)));
        BlockId id = twin.newId();
        try (UncommittedBlock block = twin.trie().begin(twin.trie().head())) {
            block.putStorage(ACCOUNT, SLOT_1, UInt256.of(new byte[32]));
            block.putStorage(ACCOUNT, SLOT_2, UInt256.of(new byte[] {0, 0, 0, (byte) 0x80}));
            assertThat(block.stateRoot()).isEqualTo(Keys.ofTrie(oracle.stateRoot()));
            block.seal(id);
            block.commit(block.stateRoot());
        }
        try (StoreView view = twin.store().openView(TrieStore.ReadMode.NORMAL)) {
            assertThat(view.leaf(record().storageId(), SLOT_1)).isNull();
            assertThat(view.leaf(record().storageId(), SLOT_2)).containsExactly(0x80);
        }
        twin.trie().unwindTo(twin.store().log().entries().getFirst().after().block());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x10000, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    @DisplayName("H32: nonces, balances and code where RLP gets longer")
    void numbersAtTheBoundariesOfRlp(long nonce) {
        List<Op> ops = new ArrayList<>();
        int number = 0;
        for (int bits : new int[] {0, 1, 7, 8, 9, 55, 56, 63, 64, 65, 248, 249, 255, 256}) {
            BigInteger limit = BigInteger.TWO.pow(bits);
            for (BigInteger balance : List.of(limit.subtract(BigInteger.ONE), limit)) {
                if (balance.bitLength() <= 256) {
                    Hash32 code = number % 2 == 0 ? Account.NO_CODE : Keys.spread(number);
                    ops.add(Ops.put(Keys.spread(number++), new Account(nonce, UInt256.of(balance), code)));
                    ops.add(new Op.PutSlot(Keys.ofOracle(Keys.spread(number - 1)), Keys.ofOracle(SLOT_1), balance));
                }
            }
        }
        twin.commit(ops);
        twin.commit(Ops.put(Keys.spread(0), new Account(nonce + 1, UInt256.ONE, Account.NO_CODE)));
    }

    @Test
    @DisplayName("H33: an empty block leaves the root of every shape as it is")
    void emptyBlocks() {
        assertEmptyBlockChangesNothing();
        for (Op op : List.of(
                Ops.put(ACCOUNT, 1), Ops.put(OTHER, 1), slot(SLOT_1, 1), slot(SLOT_2, 1), Ops.put(Keys.key("f"), 1))) {
            twin.commit(op);
            assertEmptyBlockChangesNothing();
        }
    }

    private void assertEmptyBlockChangesNothing() {
        Hash32 root = twin.trie().headRoot();
        twin.commit();
        assertNothingWritten(root);
    }

    /** Every sequence of up to four operations on one account, from three states. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    @DisplayName("H35: write, delete and create in one block, in every order")
    void everyOrderOfOperations(int start) {
        switch (start) {
            case 0 -> twin.commit(Ops.put(OTHER, 1));
            case 1 -> twin.commit(Ops.put(OTHER, 1), Ops.put(ACCOUNT, 1));
            default -> twin.commit(Ops.put(OTHER, 1), Ops.put(ACCOUNT, 1), slot(SLOT_1, 1), slot(SLOT_2, 1));
        }
        List<Op> choices = new ArrayList<>(
                List.of(Ops.put(ACCOUNT, 2), Ops.delete(ACCOUNT), slot(SLOT_1, 0), slot(SLOT_1, 5), slot(SLOT_2, 5)));
        if (LONG) {
            choices.add(Ops.put(ACCOUNT, 1));
        }
        for (int length = 1; length <= (LONG ? 5 : 4); length++) {
            for (int code = 0; code < Math.pow(choices.size(), length); code++) {
                List<Op> ops = new ArrayList<>();
                for (int rest = code, i = 0; i < length; i++, rest /= choices.size()) {
                    ops.add(choices.get(rest % choices.size()));
                }
                Hash32 expected = oracleRoot(ops);
                assertThat(root(ops, false)).as("%s", ops).isEqualTo(expected);
                assertThat(root(ops, true)).as("asked after each of %s", ops).isEqualTo(expected);
            }
        }
    }

    /** Returns null if slots of an absent account are left. */
    private @Nullable Hash32 oracleRoot(List<Op> ops) {
        OracleState oracle = twin.oracle().copy();
        try {
            oracle.applyBlock(ops);
        } catch (IllegalStateException e) {
            return null;
        }
        return Keys.ofTrie(oracle.stateRoot());
    }

    private @Nullable Hash32 root(List<Op> ops, boolean askAfterEach) {
        try (UncommittedBlock block = twin.trie().begin(twin.trie().head())) {
            Hash32 root = null;
            for (Op op : ops) {
                Ops.write(block, List.of(op));
                if (askAfterEach) {
                    root = rootOrNull(block);
                }
            }
            return askAfterEach ? root : rootOrNull(block);
        }
    }

    private static @Nullable Hash32 rootOrNull(UncommittedBlock block) {
        try {
            return block.stateRoot();
        } catch (MissingAccountException e) {
            return null;
        }
    }
}
