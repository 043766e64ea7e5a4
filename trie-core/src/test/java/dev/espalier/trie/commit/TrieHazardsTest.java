package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.StoredBranches;
import dev.espalier.trie.fixture.TrieBesideOracle;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What has broken tries in the field, by the number of the hazard: the shape of a trie. After every block the root, all
 * rows and all leaves are compared with the oracle's; at the end every block is undone and compared again.
 */
class TrieHazardsTest {
    private static final Hash32 ACCOUNT = Keys.key("acc");

    private final TrieBesideOracle twin = TrieBesideOracle.create();

    @AfterEach
    void undoEveryBlock() {
        twin.reopen();
        twin.unwindStepwise();
    }

    private static Op slot(String digits, long value) {
        return Ops.slot(ACCOUNT, Keys.key(digits), value);
    }

    private static Op slot(String first, String last, long value) {
        return Ops.slot(ACCOUNT, Keys.key(first, last), value);
    }

    private AccountRecord record() {
        try (StoreView view = twin.store().openView(TrieStore.ReadMode.NORMAL)) {
            return StoredBranches.record(view, ACCOUNT);
        }
    }

    private RootCell accountsRoot() {
        return twin.store().mark().cell();
    }

    @Test
    @DisplayName("H20: an empty storage trie is the absence of a hash")
    void emptyStorage() {
        twin.commit(Ops.put(ACCOUNT, 1));
        assertThat(record().storageCell()).isEqualTo(RootCell.EMPTY);
        twin.commit(slot("1", 1), slot("2", 2), Ops.put(Keys.key("ad"), 1));
        twin.commit(slot("1", 0), slot("2", 0));
        assertThat(record().storageCell()).as("emptied").isEqualTo(RootCell.EMPTY);
        assertThat(record().storageRoot()).isEqualTo(NodeHasher.EMPTY_ROOT);
        twin.commit(slot("3", 3));
        assertThat(record().storageCell()).as("refilled").isEqualTo(new RootCell.Leaf(Keys.key("3")));
        twin.commit(slot("3", 0));
        twin.commit(slot("3", 3), slot("31", 4));
        twin.store().forEachRow((path, row) -> {
            for (int child = 0; child < 16; child++) {
                if (RowReader.bit(row.present(), child) && !row.ref(child).isEmbedded()) {
                    assertThat(row.ref(child).hash())
                            .as("child %d of %s", child, path)
                            .isNotEqualTo(NodeHasher.EMPTY_ROOT);
                }
            }
        });
    }

    @Test
    @DisplayName("H21: a branch that grows again where one was deleted keeps the leaf that survived above")
    void branchGrowsAgain() {
        twin.commit(Ops.put(ACCOUNT, 1), slot("a1", 1), slot("a2", 2), slot("b", 3));
        twin.commit(slot("a2", 0));
        twin.commit(slot("a3", 4));
        twin.commit(slot("a1", 0), slot("a3", 0));
        twin.commit(slot("a4", 5), slot("a5", 6));
        twin.commit(slot("a4", 0), slot("a5", 0), slot("b", 0));
        twin.commit(slot("a6", 7), slot("b1", 8));
    }

    @Test
    @DisplayName("H21: so does a branch of accounts")
    void branchOfAccountsGrowsAgain() {
        twin.commit(Ops.put(Keys.key("a1"), 1), Ops.put(Keys.key("a2"), 2), Ops.put(Keys.key("b"), 3));
        twin.commit(Ops.delete(Keys.key("a2")));
        twin.commit(Ops.put(Keys.key("a3"), 4));
        twin.commit(Ops.delete(Keys.key("a1")), Ops.delete(Keys.key("a3")));
        twin.commit(Ops.put(Keys.key("a4"), 4), Ops.put(Keys.key("a5"), 5));
    }

    @Test
    @DisplayName("H21: a branch deleted and grown again between two roots of one block, and on a sealed parent")
    void branchGrowsAgainWithinABlock() {
        twin.commit(Ops.put(ACCOUNT, 1), slot("a1", 1), slot("a2", 2), slot("b", 3));
        OracleState oracle = twin.oracle().copy();
        try (UncommittedBlock parent = twin.trie().begin(twin.trie().head())) {
            List<Op> ops = List.of(slot("a2", 0), slot("a3", 3), slot("a3", 0), slot("a4", 4), slot("a1", 0));
            for (Op op : ops) {
                writeAndCompare(parent, oracle, op);
            }
            var id = twin.newId();
            parent.seal(id);
            try (UncommittedBlock child = twin.trie().begin(id)) {
                for (Op op : List.of(slot("a5", 5), slot("a4", 0), slot("a6", 6), slot("a1", 1))) {
                    writeAndCompare(child, oracle, op);
                }
            }
            twin.trie().discard(id);
        }
    }

    private static void writeAndCompare(UncommittedBlock block, OracleState oracle, Op op) {
        oracle.applyBlock(List.of(op));
        Ops.write(block, List.of(op));
        assertThat(block.stateRoot()).as("after %s", op).isEqualTo(Keys.ofTrie(oracle.stateRoot()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "00", "abcde0", "abcdef7"})
    @DisplayName("H22: slots that all share their first nibbles; no branch at the account's boundary")
    void sharedFirstNibbles(String elsewhere) {
        List<Op> ops = new ArrayList<>(List.of(Ops.put(ACCOUNT, 1)));
        for (int i = 0; i < 40; i++) {
            ops.add(slot("abcdef" + String.format("%02x", i * 5), i + 1));
        }
        twin.commit(ops);
        assertThat(record().storageCell())
                .isInstanceOfSatisfying(
                        RootCell.Branch.class,
                        branch -> assertThat(branch.path().depth()).isEqualTo(6));
        twin.commit(slot("abcdef05", 999));
        twin.commit(slot(elsewhere, 1));
        twin.commit(slot("abcdef00", 999), slot(elsewhere, 2));
        twin.commit(slot(elsewhere, 0));
        twin.commit(Ops.put(ACCOUNT, 2));
    }

    @Test
    @DisplayName("H24: the root of a storage trie survives a new trie over the same store in every shape")
    void storageRootsSurvive() {
        twin.commit(Ops.put(ACCOUNT, 1));
        reopenAnd(slot("ab1", 1));
        assertThat(record().storageCell()).isInstanceOf(RootCell.Leaf.class);
        reopenAnd(slot("ab1", 2));
        reopenAnd(slot("ab2", 1));
        assertThat(record().storageCell())
                .isInstanceOfSatisfying(
                        RootCell.Branch.class,
                        branch -> assertThat(branch.path().depth()).isEqualTo(2));
        reopenAnd(slot("ab2", 7));
        reopenAnd(slot("c", 1));
        assertThat(record().storageCell())
                .isInstanceOfSatisfying(
                        RootCell.Branch.class,
                        branch -> assertThat(branch.path().depth()).isZero());
        reopenAnd(slot("ab1", 9), slot("c", 2));
        reopenAnd(slot("c", 0));
        reopenAnd(slot("ab1", 0));
        reopenAnd(slot("ab2", 0));
        assertThat(record().storageCell()).isEqualTo(RootCell.EMPTY);
        reopenAnd(slot("1", 1));
    }

    @Test
    @DisplayName("H24: so does the account trie's")
    void accountRootsSurvive() {
        twin.reopen();
        assertThat(accountsRoot()).isEqualTo(RootCell.EMPTY);
        reopenAnd(Ops.put(Keys.key("ab1"), 1));
        assertThat(accountsRoot()).isEqualTo(new RootCell.Leaf(Keys.key("ab1")));
        reopenAnd(Ops.put(Keys.key("ab1"), 2));
        reopenAnd(Ops.put(Keys.key("ab2"), 1));
        assertThat(accountsRoot())
                .isInstanceOfSatisfying(
                        RootCell.Branch.class,
                        branch -> assertThat(branch.path().depth()).isEqualTo(2));
        assertThat(twin.trie().headRoot())
                .isNotEqualTo(((RootCell.Branch) accountsRoot()).ref().hash());
        reopenAnd(Ops.put(Keys.key("ab2"), 2));
        reopenAnd(Ops.put(Keys.key("c"), 1));
        assertThat(accountsRoot())
                .isInstanceOfSatisfying(
                        RootCell.Branch.class,
                        branch -> assertThat(branch.path().depth()).isZero());
        reopenAnd(Ops.delete(Keys.key("c")));
        reopenAnd(Ops.delete(Keys.key("ab1")));
        reopenAnd(Ops.delete(Keys.key("ab2")));
        assertThat(accountsRoot()).isEqualTo(RootCell.EMPTY);
        reopenAnd(Ops.put(Keys.key("1"), 1));
    }

    private void reopenAnd(Op... ops) {
        twin.reopen();
        twin.commit(ops);
        twin.reopen();
    }

    @Test
    @DisplayName("H25: an account with exactly one slot, alone and beside others")
    void oneSlot() {
        twin.commit(Ops.put(ACCOUNT, 1), slot("ab1", 1));
        twin.commit(slot("ab1", 2));
        twin.commit(Ops.put(ACCOUNT, 5));
        twin.commit(slot("ab1", 0), slot("77", 1));
        twin.commit(Ops.put(Keys.key("ace"), 1), Ops.slot(Keys.key("ace"), Keys.key("77"), 1));
        twin.commit(slot("77", 3), Ops.slot(Keys.key("ace"), Keys.key("77"), 4));
        assertThat(record().storageCell()).isEqualTo(new RootCell.Leaf(Keys.key("77")));
        twin.commit(Ops.delete(Keys.key("ace")));
        twin.commit(slot("77", 0));
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "a1, a2", "abcdefabcdef1, abcdefabcdef2"})
    @DisplayName("H25: storage below an extension keeps the siblings of a slot that changes")
    void storageBelowAnExtension(String one, String other) {
        twin.commit(Ops.put(ACCOUNT, 1), slot(one, 1));
        twin.commit(slot(other, 2));
        twin.commit(slot(one, 3));
        twin.commit(slot(other + "5", 4), slot(one, 0));
        twin.commit(slot(other, 0));
        assertThat(record().storageCell()).isEqualTo(new RootCell.Leaf(Keys.key(other + "5")));
    }

    @ParameterizedTest
    @ValueSource(ints = {55, 56, 57, 58, 59, 60, 61, 62, 63})
    @DisplayName("H26: nodes shorter than 32 bytes stand in their parent, leaves, extensions and branches alike")
    void embeddedNodes(int shared) {
        String prefix = "e".repeat(shared);
        String tail = "0".repeat(63 - shared);
        Hash32[] keys = new Hash32[4];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = Hash32.fromHex(prefix + i + tail);
        }
        twin.commit(Ops.put(ACCOUNT, 1), Ops.slot(ACCOUNT, keys[0], 1));
        twin.commit(Ops.slot(ACCOUNT, keys[1], 1));
        twin.commit(slot("1", 1));
        twin.store().forEachRow((path, row) -> {
            if (path.depth() == 0) {
                assertThat(row.refBelow(0xe).isEmbedded()).as("the branch is").isEqualTo(shared >= 56);
            } else {
                assertThat(row.embedded()).as("its leaves are").isEqualTo(3);
            }
        });
        twin.commit(Ops.slot(ACCOUNT, keys[1], Long.MAX_VALUE));
        twin.commit(Ops.slot(ACCOUNT, keys[1], 1), Ops.slot(ACCOUNT, keys[2], 1), Ops.slot(ACCOUNT, keys[3], 0x80));
        twin.commit(slot("1", 0));
        twin.commit(Ops.slot(ACCOUNT, keys[0], 0), Ops.slot(ACCOUNT, keys[3], 0));
        twin.commit(Ops.slot(ACCOUNT, keys[2], 0));
    }

    @Test
    @DisplayName("H27: a leaf that an insert pushes down, or a delete lets rise, gets the ref of its new depth")
    void leavesThatMove() {
        twin.commit(Ops.put(ACCOUNT, 1), slot("ab", 1), slot("c", 2));
        for (String neighbour :
                List.of("a", "abc", "ab0000001", "ab" + "0".repeat(61) + "1", "ab" + "0".repeat(60) + "1")) {
            twin.commit(slot(neighbour, 3));
            twin.commit(slot(neighbour, 0));
        }
        twin.commit(slot("ab01", 3), slot("ab001", 3), slot("ab0001", 3));
        twin.commit(slot("ab001", 0), slot("ab0001", 0), slot("ab02", 4));
        twin.commit(slot("ab01", 0), slot("ab02", 0), slot("c", 0));
        twin.commit(slot("ab01", 1));
    }

    @Test
    @DisplayName("H27: so does a leaf of the account trie, whose storage did not change")
    void accountsThatMove() {
        twin.commit(Ops.put(ACCOUNT, 1), slot("1", 1), slot("2", 2), Ops.put(Keys.key("b"), 1));
        twin.commit(Ops.put(Keys.key("acc1"), 1));
        twin.commit(Ops.put(Keys.key("acc", "1"), 1));
        twin.commit(Ops.delete(Keys.key("acc", "1")));
        twin.commit(Ops.delete(Keys.key("acc1")), Ops.delete(Keys.key("b")));
    }

    @Test
    @DisplayName("H28: a branch left with one leaf, whose value nobody wrote, becomes that leaf")
    void collapseToALeaf() {
        twin.commit(Ops.put(ACCOUNT, 1), slot("a1", 11), slot("a2", 22), slot("b1", 33), slot("b2", 44));
        twin.commit(slot("a1", 0));
        twin.commit(slot("b2", 0));
        twin.commit(slot("a2", 0));
        assertThat(record().storageCell()).isEqualTo(new RootCell.Leaf(Keys.key("b1")));
    }

    @Test
    @DisplayName("H28: a branch left with one branch or extension becomes an extension that keeps every nibble")
    void collapseToABranch() {
        twin.commit(
                Ops.put(ACCOUNT, 1),
                slot("ab11", 1),
                slot("ab12", 2),
                slot("ac", 3),
                slot("ae5551", 4),
                slot("ae5552", 5),
                slot("d", 6));
        twin.commit(slot("d", 0));
        twin.commit(slot("ac", 0), slot("ae5551", 0), slot("ae5552", 0));
        assertThat(record().storageCell())
                .isInstanceOfSatisfying(
                        RootCell.Branch.class,
                        branch -> assertThat(branch.path().depth()).isEqualTo(3));
        twin.commit(slot("ac", 3), slot("ae5551", 4), slot("ae5552", 5));
        twin.commit(slot("ab11", 0), slot("ab12", 0), slot("ac", 0));
        assertThat(record().storageCell())
                .isInstanceOfSatisfying(
                        RootCell.Branch.class,
                        branch -> assertThat(branch.path().depth()).isEqualTo(5));
    }

    @Test
    @DisplayName("H28: at the account's boundary too: accounts collapse while their storage collapses")
    void collapseAtTheBoundary() {
        Hash32 other = Keys.key("acd");
        twin.commit(
                Ops.put(ACCOUNT, 1),
                slot("a1", 1),
                slot("a2", 2),
                Ops.put(other, 2),
                Ops.slot(other, Keys.key("a1"), 1),
                Ops.slot(other, Keys.key("a2"), 1),
                Ops.put(Keys.key("f"), 3));
        twin.commit(Ops.delete(other), slot("a2", 0));
        twin.commit(Ops.delete(Keys.key("f")));
        assertThat(accountsRoot()).isEqualTo(new RootCell.Leaf(ACCOUNT));
        assertThat(record().storageCell()).isEqualTo(new RootCell.Leaf(Keys.key("a1")));
        try (TrieView view = twin.trie().view(twin.trie().head())) {
            assertThat(view.storage(ACCOUNT, Keys.key("a1"))).isEqualTo(UInt256.ONE);
        }
    }

    @Test
    @DisplayName("H28: several levels collapse at once, and the leaf left rises through all of them")
    void deepCollapse() {
        twin.commit(
                Ops.put(ACCOUNT, 1),
                slot("a", "1", 1),
                slot("a", "2", 2),
                slot("ab", 3),
                slot("abc", 4),
                slot("abcd", 5));
        twin.commit(slot("a", "1", 0), slot("ab", 0), slot("abc", 0), slot("abcd", 0));
        assertThat(record().storageCell()).isEqualTo(new RootCell.Leaf(Keys.key("a", "2")));
    }
}
