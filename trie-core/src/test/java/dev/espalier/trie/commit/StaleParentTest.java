package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A block executed twice under one id has storage tries of its own each time: what was begun on the one must not be
 * committed on the other (H51, H07).
 */
class StaleParentTest {
    private static final Hash32 ACCOUNT = Hash32.of(1, 1, 1, 1);
    private static final BlockId P = BlockId.of(Hash32.of(0, 0, 0, 1));
    private static final BlockId C = BlockId.of(Hash32.of(0, 0, 0, 2));

    private final MemoryStore store = MemoryStore.withWindow(2);
    private final CommitmentTrie trie = CommitmentTrie.over(store);
    private final TestChain chain = new TestChain(trie);

    private static void fill(UncommittedBlock block) {
        block.putAccount(ACCOUNT, TestChain.account(1));
        for (int i = 0; i < 10; i++) {
            block.putStorage(ACCOUNT, Hash32.of(i, 0, 0, 0), UInt256.of(100 + i));
        }
    }

    private void seal(BlockId id, BlockId parent, Consumer<UncommittedBlock> writes) {
        try (UncommittedBlock block = trie.begin(parent)) {
            writes.accept(block);
            block.seal(id);
        }
    }

    @Test
    void aChildOfADiscardedParentCannotBeSealedOnTheParentExecutedAgain() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        seal(P, a, StaleParentTest::fill);
        try (UncommittedBlock child = trie.begin(P)) {
            child.putStorage(ACCOUNT, Hash32.of(3, 0, 0, 0), UInt256.of(7));
            trie.discard(P);
            assertThatThrownBy(() -> child.seal(C))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("begin it anew");
            seal(P, a, StaleParentTest::fill);
            assertThatThrownBy(() -> child.seal(C)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> child.seal(P)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aChildBegunBeforeItsParentWasUnwoundAndCommittedAgainIsRefused() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        seal(P, a, StaleParentTest::fill);
        trie.commit(P, root(P));
        try (UncommittedBlock child = trie.begin(P)) {
            child.putStorage(ACCOUNT, Hash32.of(3, 0, 0, 0), UInt256.of(7));
            trie.unwindTo(a);
            seal(P, a, StaleParentTest::fill);
            trie.commit(P, root(P));
            assertThatThrownBy(() -> child.seal(C)).isInstanceOf(IllegalStateException.class);
        }
        BlockId at = P;
        for (int i = 0; i < 5; i++) {
            int slot = i;
            at = chain.commit(at, block -> block.putStorage(ACCOUNT, Hash32.of(slot, 0, 0, 0), UInt256.of(1)));
        }
        try (TrieView view = trie.view(at)) {
            assertThat(view.storage(ACCOUNT, Hash32.of(9, 0, 0, 0))).isEqualTo(UInt256.of(109));
            assertThat(view.storage(ACCOUNT, Hash32.of(4, 0, 0, 0))).isEqualTo(UInt256.ONE);
        }
    }

    @Test
    void aSealedChildGoesWithTheExecutionItStandsOn() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        seal(P, a, StaleParentTest::fill);
        trie.commit(P, root(P));
        seal(C, P, block -> block.putStorage(ACCOUNT, Hash32.of(3, 0, 0, 0), UInt256.of(7)));
        Hash32 root = root(C);
        trie.unwindTo(a);
        seal(P, a, StaleParentTest::fill);
        trie.commit(P, root(P));
        assertThatThrownBy(() -> trie.commit(C, root)).isInstanceOf(IllegalStateException.class);
        assertThat(trie.stats().sealedBlocks()).isZero();
    }

    private Hash32 root(BlockId id) {
        try (TrieView view = trie.view(id)) {
            return view.stateRoot();
        }
    }

    /** Executing each block on its sealed parent, then committing the parent, must not pile up layers or views. */
    @Test
    void aPipelineOfBlocksStandsOnTheHeadAndNotOnItsWholePast() {
        BlockId at = chain.seal(BlockId.NONE, 1);
        for (int i = 0; i < 300; i++) {
            try (UncommittedBlock next = trie.begin(at)) {
                assertThat(next.layers()).isLessThanOrEqualTo(1);
                next.putAccount(Hash32.of(i, 5, 5, 5), TestChain.account(i));
                trie.commit(at, root(at));
                at = BlockId.of(Hash32.of(7, 0, 0, i));
                next.seal(at);
            }
        }
        assertThat(trie.stats().sealedBlocks()).isEqualTo(1);
        assertThat(trie.stats().openViews()).isZero();
    }

    @Test
    void rawLeavesUnwindAndAreSeenAtAnAncestor() {
        CommitmentTrie raw = CommitmentTrie.over(
                MemoryStore.create(), TrieOptions.builder().leaves(LeafKind.RAW).build());
        Hash32 empty = raw.headRoot();
        try (UncommittedBlock block = raw.begin(BlockId.NONE)) {
            block.putLeaf(Hash32.ZERO, new byte[] {5});
            block.putLeaf(Hash32.of(0, 0, 0, 1), new byte[40]);
            block.seal(P);
            block.commit(block.stateRoot());
        }
        try (UncommittedBlock block = raw.begin(P)) {
            block.deleteLeaf(Hash32.ZERO);
            block.seal(C);
            block.commit(block.stateRoot());
        }
        try (TrieView view = raw.view(P);
                TrieView none = raw.view(BlockId.NONE)) {
            assertThat(view.leaf(Hash32.ZERO)).containsExactly(5);
            assertThat(none.stateRoot()).isEqualTo(empty);
        }
        raw.unwindTo(P);
        raw.unwindTo(BlockId.NONE);
        assertThat(raw.headRoot()).isEqualTo(empty);
    }

    @Test
    void aTrieWhoseStoreMovedWithoutItSaysSoInsteadOfWaitingForEver() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId b = chain.seal(a, 2);
        CommitmentTrie other = CommitmentTrie.over(store);
        try (UncommittedBlock block = other.begin(a)) {
            block.putAccount(ACCOUNT, TestChain.account(3));
            block.seal(P);
            block.commit(block.stateRoot());
        }
        assertThatThrownBy(() -> trie.begin(a))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reopen");
        assertThatThrownBy(() -> trie.commit(b, chain.root(b)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reopen");
        assertThatThrownBy(() -> trie.unwindTo(BlockId.NONE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reopen");
    }

    @Test
    void aChangeThatFailsOnceItIsVisibleStopsTheTrieWithAMessage() {
        ForwardingStore failing = new ForwardingStore(store) {
            @Override
            public void apply(LogRecord record, RowChanges rows) {
                super.apply(record, rows);
                throw new IllegalStateException("no memory left");
            }
        };
        CommitmentTrie stopped = CommitmentTrie.over(failing);
        TestChain blocks = new TestChain(stopped);
        BlockId a = blocks.seal(BlockId.NONE, 1);
        assertThatThrownBy(() -> stopped.commit(a, blocks.root(a))).hasMessage("no memory left");
        assertThatThrownBy(() -> stopped.commit(a, blocks.root(a))).hasMessageContaining("reopen");
        assertThatThrownBy(() -> stopped.begin(BlockId.NONE)).hasMessageContaining("reopen");
        CommitmentTrie reopened = CommitmentTrie.over(store);
        assertThat(reopened.head()).isEqualTo(a);
        assertThat(reopened.headRoot()).isEqualTo(blocks.root(a));
    }
}
