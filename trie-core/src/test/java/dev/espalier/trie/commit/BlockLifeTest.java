package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.RootMismatchException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.UnknownBlockException;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What may be done to a block at which stage, and what it is refused with. */
class BlockLifeTest {
    private static final Hash32 ACCOUNT = Keys.key("acc");
    private static final Hash32 SLOT = Keys.key("5107");

    private final MemoryStore store = MemoryStore.create();
    private final CommitmentTrie trie = CommitmentTrie.over(store);

    private static BlockId id(int number) {
        return BlockId.of(Hash32.of(0, 0, 0, number));
    }

    /** A block with one account, not sealed. */
    private UncommittedBlock begin(BlockId parent) {
        UncommittedBlock block = trie.begin(parent);
        block.putAccount(ACCOUNT, Account.EMPTY);
        block.putStorage(ACCOUNT, SLOT, UInt256.ONE);
        return block;
    }

    private void commit(int number) {
        try (UncommittedBlock block = begin(trie.head())) {
            block.putStorage(ACCOUNT, SLOT, UInt256.of(number));
            Hash32 root = block.stateRoot();
            block.seal(id(number));
            block.commit(root);
        }
    }

    private static List<ThrowingCallable> writes(UncommittedBlock block) {
        return List.of(
                () -> block.putAccount(ACCOUNT, Account.EMPTY),
                () -> block.deleteAccount(ACCOUNT),
                () -> block.putStorage(ACCOUNT, SLOT, UInt256.ONE),
                () -> block.seal(id(99)));
    }

    private static List<ThrowingCallable> reads(TrieView view) {
        return List.of(
                () -> view.account(ACCOUNT),
                () -> view.storage(ACCOUNT, SLOT),
                () -> view.storageRoot(ACCOUNT),
                view::stateRoot);
    }

    private static void assertRefused(List<ThrowingCallable> calls, String message) {
        for (ThrowingCallable call : calls) {
            assertThatIllegalStateException().isThrownBy(call).withMessageContaining(message);
        }
    }

    @Test
    void anEmptyStoreHasTheEmptyRootAndNoHead() {
        assertThat(trie.head()).isEqualTo(BlockId.NONE);
        assertThat(trie.headRoot()).isEqualTo(NodeHasher.EMPTY_ROOT);
        try (TrieView view = trie.view(BlockId.NONE)) {
            assertThat(view.stateRoot()).isEqualTo(NodeHasher.EMPTY_ROOT);
            assertThat(view.account(ACCOUNT)).isNull();
        }
    }

    @Test
    void noWriteAndNoSecondSealAfterSealing() {
        try (UncommittedBlock block = begin(BlockId.NONE)) {
            block.seal(id(1));
            assertRefused(writes(block), "block " + id(1) + " is sealed");
            assertThat(block.storage(ACCOUNT, SLOT)).isEqualTo(UInt256.ONE);
        }
    }

    @Test
    void anIdThatIsKnownIsRefusedAndTheBlockMayTakeAnother() {
        commit(1);
        try (UncommittedBlock sealed = begin(id(1));
                UncommittedBlock block = begin(id(1))) {
            sealed.seal(id(2));
            assertThatIllegalStateException()
                    .isThrownBy(() -> block.seal(id(2)))
                    .withMessageContaining("sealed already");
            assertThatIllegalStateException()
                    .isThrownBy(() -> block.seal(id(1)))
                    .withMessageContaining("is committed");
            assertThatIllegalStateException()
                    .isThrownBy(() -> block.seal(BlockId.NONE))
                    .withMessageContaining("block none");
            block.putStorage(ACCOUNT, SLOT, UInt256.of(5));
            block.seal(id(3));
            assertThat(trie.stats().sealedBlocks()).isEqualTo(2);
        }
    }

    @Test
    void aBlockIsCommittedOnlyWhenItIsSealed() {
        try (UncommittedBlock block = begin(BlockId.NONE)) {
            Hash32 root = block.stateRoot();
            assertThatIllegalStateException()
                    .isThrownBy(() -> block.commit(root))
                    .withMessageContaining("is not sealed");
            block.seal(id(1));
            block.commit(root);
            assertThatIllegalStateException()
                    .isThrownBy(() -> block.commit(root))
                    .withMessageContaining("is committed already");
            assertThatIllegalStateException()
                    .isThrownBy(() -> trie.commit(id(7), root))
                    .withMessageContaining("is not sealed");
        }
    }

    @Test
    void aBlockIsCommittedOnlyOnTheHead() {
        commit(1);
        try (UncommittedBlock sibling = begin(id(1))) {
            sibling.seal(id(2));
            commit(3);
            assertThatIllegalStateException()
                    .isThrownBy(() -> trie.commit(id(2), sibling.stateRoot()))
                    .withMessageContaining("parent=" + id(1) + ", expected the head " + id(3));
            assertThat(trie.head()).isEqualTo(id(3));
            trie.unwindTo(id(1));
            sibling.commit(sibling.stateRoot());
            assertThat(trie.head()).isEqualTo(id(2));
        }
    }

    @Test
    void aWrongRootIsReportedWithBothAndWritesNothing() {
        try (UncommittedBlock block = begin(BlockId.NONE)) {
            Hash32 root = block.stateRoot();
            block.seal(id(1));
            assertThatExceptionOfType(RootMismatchException.class)
                    .isThrownBy(() -> block.commit(Hash32.ZERO))
                    .withMessageContaining("block " + id(1))
                    .satisfies(e -> {
                        assertThat(e.expected()).isEqualTo(Hash32.ZERO);
                        assertThat(e.actual()).isEqualTo(root);
                    });
            assertThat(trie.head()).isEqualTo(BlockId.NONE);
            assertThat(store.log().entries()).isEmpty();
            assertThat(trie.stats().divergences()).isZero();
            block.commit(root);
            assertThat(trie.headRoot()).isEqualTo(root);
        }
    }

    @Test
    void closingAnUnsealedBlockDiscardsIt() {
        UncommittedBlock block = begin(BlockId.NONE);
        block.close();
        block.close();
        assertThat(trie.stats().openViews()).isZero();
        assertThat(trie.stats().sealedBlocks()).isZero();
        assertRefused(writes(block), "is closed");
        assertRefused(reads(block), "is closed");
        assertRefused(List.of(() -> block.commit(Hash32.ZERO)), "is closed");
    }

    @Test
    void aSealedBlockOutlivesItsHandle() {
        Hash32 root;
        try (UncommittedBlock block = begin(BlockId.NONE)) {
            root = block.stateRoot();
            block.seal(id(1));
        }
        try (TrieView view = trie.view(id(1))) {
            assertThat(view.storage(ACCOUNT, SLOT)).isEqualTo(UInt256.ONE);
        }
        trie.commit(id(1), root);
        assertThat(trie.headRoot()).isEqualTo(root);
        assertThat(trie.stats().sealedBlocks()).isZero();
        assertThat(trie.stats().sealedBytes()).isZero();
    }

    @Test
    void aViewIsClosedOnce() {
        commit(1);
        TrieView view = trie.view(id(1));
        assertThat(trie.stats().openViews()).isEqualTo(1);
        view.close();
        view.close();
        assertThat(trie.stats().openViews()).isZero();
        assertRefused(reads(view), "is closed");
    }

    @Test
    void aDiscardedBlockTakesItsChildrenAlongButOpenHandlesStayReadable() {
        try (UncommittedBlock parent = begin(BlockId.NONE)) {
            parent.seal(id(1));
            try (UncommittedBlock child = trie.begin(id(1));
                    TrieView view = trie.view(id(1))) {
                child.putStorage(ACCOUNT, SLOT, UInt256.of(2));
                child.seal(id(2));
                trie.discard(id(1));
                assertThat(parent.storage(ACCOUNT, SLOT)).isEqualTo(UInt256.ONE);
                assertThat(child.storage(ACCOUNT, SLOT)).isEqualTo(UInt256.of(2));
                assertThat(view.storage(ACCOUNT, SLOT)).isEqualTo(UInt256.ONE);
                assertThatIllegalStateException()
                        .isThrownBy(() -> child.commit(child.stateRoot()))
                        .withMessageContaining("is not sealed");
            }
            for (int number : new int[] {1, 2}) {
                assertThatExceptionOfType(UnknownBlockException.class).isThrownBy(() -> trie.begin(id(number)));
                assertThatExceptionOfType(UnknownBlockException.class).isThrownBy(() -> trie.discard(id(number)));
            }
        }
        assertThat(trie.stats().openViews()).isZero();
    }

    @Test
    void anUnknownBlockIsNoParentAndHasNoView() {
        commit(1);
        assertThatExceptionOfType(UnknownBlockException.class)
                .isThrownBy(() -> trie.begin(id(9)))
                .withMessageContaining("block " + id(9));
        assertThatExceptionOfType(UnknownBlockException.class).isThrownBy(() -> trie.view(id(9)));
        assertThat(trie.stats().openViews()).isZero();
    }

    @Test
    void aSealedBlockIsReadByManyThreads() throws Exception {
        commit(1);
        try (UncommittedBlock block = begin(id(1));
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 500; i++) {
                block.putStorage(ACCOUNT, Keys.spread(i), UInt256.of(i + 1));
            }
            Hash32 root = block.stateRoot();
            block.seal(id(2));
            List<Future<?>> readers = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                readers.add(threads.submit(() -> {
                    for (int i = 0; i < 500; i++) {
                        assertThat(block.storage(ACCOUNT, Keys.spread(i))).isEqualTo(UInt256.of(i + 1));
                        assertThat(block.stateRoot()).isEqualTo(root);
                        assertThat(block.account(ACCOUNT)).isEqualTo(Account.EMPTY);
                    }
                }));
            }
            block.commit(root);
            for (Future<?> reader : readers) {
                reader.get();
            }
        }
    }

    @Test
    void rawLeavesAndStateDoNotMix() {
        CommitmentTrie raw = CommitmentTrie.over(
                MemoryStore.create(), TrieOptions.builder().leaves(LeafKind.RAW).build());
        try (UncommittedBlock block = raw.begin(BlockId.NONE);
                TrieView view = raw.view(BlockId.NONE)) {
            assertRefused(writes(block).subList(0, 3), "leaves are RAW, expected STATE");
            assertRefused(reads(block).subList(0, 3), "leaves are RAW, expected STATE");
            assertRefused(reads(view).subList(0, 3), "leaves are RAW, expected STATE");
        }
        try (UncommittedBlock block = trie.begin(BlockId.NONE);
                TrieView view = trie.view(BlockId.NONE)) {
            assertRefused(
                    List.of(
                            () -> block.putLeaf(SLOT, new byte[1]),
                            () -> block.deleteLeaf(SLOT),
                            () -> block.leaf(SLOT),
                            () -> view.leaf(SLOT)),
                    "leaves are STATE, expected RAW");
        }
    }

    @Test
    void rawLeavesAreCopiedBothWays() {
        CommitmentTrie raw = CommitmentTrie.over(
                MemoryStore.create(), TrieOptions.builder().leaves(LeafKind.RAW).build());
        byte[] value = {1, 2, 3};
        try (UncommittedBlock block = raw.begin(BlockId.NONE)) {
            block.putLeaf(SLOT, value);
            value[0] = 9;
            assertThat(block.leaf(SLOT)).containsExactly(1, 2, 3);
            block.leaf(SLOT)[1] = 9;
            Hash32 root = block.stateRoot();
            block.leaf(SLOT)[2] = 9;
            assertThat(block.leaf(SLOT)).containsExactly(1, 2, 3);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> block.putLeaf(ACCOUNT, new byte[0]))
                    .withMessageContaining("value is empty");
            block.deleteLeaf(SLOT);
            assertThat(block.leaf(SLOT)).isNull();
            assertThat(block.stateRoot()).isEqualTo(NodeHasher.EMPTY_ROOT);
            block.deleteLeaf(ACCOUNT);
            block.putLeaf(SLOT, new byte[] {1, 2, 3});
            assertThat(block.stateRoot()).isEqualTo(root);
            block.seal(id(1));
            assertRefused(List.of(() -> block.putLeaf(SLOT, value), () -> block.deleteLeaf(SLOT)), "is sealed");
            block.commit(root);
        }
        try (TrieView view = raw.view(id(1))) {
            view.leaf(SLOT)[0] = 9;
            assertThat(view.leaf(SLOT)).containsExactly(1, 2, 3);
        }
    }
}
