package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.RootMismatchException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.UnknownBlockException;
import dev.espalier.trie.WindowExceededException;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.OracleState;
import org.junit.jupiter.api.Test;

/** Uncommitted, sealed and committed blocks as a tree, and going back on it. */
class BlockTreeTest {
    private final MemoryStore store = MemoryStore.withWindow(128);
    private final CommitmentTrie trie = CommitmentTrie.over(store);
    private final TestChain chain = new TestChain(trie);

    @Test
    void childrenBeginOnSealedBlocksAndAreCommittedInOrder() {
        BlockId a = chain.seal(BlockId.NONE, 1);
        BlockId b = chain.seal(a, 2);
        BlockId c = chain.seal(b, 3);
        assertThat(trie.head()).isEqualTo(BlockId.NONE);
        assertThatThrownBy(() -> trie.commit(b, chain.root(b)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(a.toString())
                .hasMessageContaining("expected the head");
        chain.commit(a, b, c);
        chain.assertHead(c, store);
    }

    @Test
    void siblingsWithTheSameRootAreDifferentBlocks() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId one = chain.seal(a, 2);
        BlockId other = chain.sealAs(chain.newId(), a, 2);
        assertThat(chain.root(one)).isEqualTo(chain.root(other));
        chain.commit(one);
        trie.unwindTo(a);
        chain.commit(other);
        assertThat(trie.head()).isEqualTo(other);
        assertThatThrownBy(() -> trie.commit(one, chain.root(one)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("not sealed");
    }

    @Test
    void aBlockOnAnAncestorIsCommittedOnceTheHeadIsUnwoundToIt() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId b = chain.commitNew(a, 2);
        BlockId c = chain.commitNew(b, 3);
        BlockId side = chain.seal(a, 77);
        BlockId onSide = chain.seal(side, 78);
        chain.assertHead(c, store);
        trie.unwindTo(a);
        chain.commit(side, onSide);
        chain.assertHead(onSide, store);
        trie.unwindTo(a);
        chain.assertHead(a, store);
    }

    @Test
    void aViewStaysRightWhateverTheHeadDoes() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId b = chain.commitNew(a, 2);
        BlockId c = chain.commitNew(b, 3);
        try (TrieView ofA = trie.view(a);
                TrieView ofC = trie.view(c);
                TrieView ofNone = trie.view(BlockId.NONE)) {
            trie.unwindTo(a);
            BlockId at = a;
            for (int i = 0; i < 200; i++) {
                at = chain.commitNew(at, 100 + i);
            }
            chain.assertShows(ofA, a);
            chain.assertShows(ofC, c);
            assertThat(ofNone.stateRoot()).isEqualTo(NodeHasher.EMPTY_ROOT);
            assertThat(trie.stats().openViews()).isEqualTo(3);
        }
        assertThat(trie.stats().openViews()).isZero();
    }

    /** H50: past the window unwinding is refused before anything changes. */
    @Test
    void theWholeWindowCanBeUnwoundAndNotOneBlockMore() {
        BlockId[] ids = new BlockId[200];
        BlockId at = BlockId.NONE;
        for (int i = 0; i < ids.length; i++) {
            at = chain.commitNew(at, i);
            ids[i] = at;
        }
        assertThatThrownBy(() -> trie.unwindTo(ids[199 - 129]))
                .isInstanceOf(WindowExceededException.class)
                .hasMessageContaining("window=128");
        chain.assertHead(at, store);
        assertThatThrownBy(() -> trie.begin(ids[199 - 129])).isInstanceOf(UnknownBlockException.class);
        for (int depth : new int[] {1, 5, 32, 64, 127, 128}) {
            trie.unwindTo(ids[199 - depth]);
            chain.assertHead(ids[199 - depth], store);
            for (int i = 200 - depth; i < 200; i++) {
                ids[i] = chain.commitNew(ids[i - 1], i);
            }
        }
    }

    @Test
    void theFirstBlockCanBeUnwoundAndAnotherBegun() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        chain.commitNew(a, 2);
        trie.unwindTo(BlockId.NONE);
        assertThat(trie.headRoot()).isEqualTo(NodeHasher.EMPTY_ROOT);
        assertThat(CanonicalRows.of(store, new OracleState())).isEmpty();
        BlockId other = chain.commitNew(BlockId.NONE, 3);
        chain.assertHead(other, store);
    }

    @Test
    void aWrongExpectedRootChangesNothingAndTheBlockCanStillBeCommitted() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId b = chain.seal(a, 2);
        Hash32 wrong = Hash32.of(1, 2, 3, 4);
        assertThatThrownBy(() -> trie.commit(b, wrong))
                .isInstanceOfSatisfying(RootMismatchException.class, mismatch -> {
                    assertThat(mismatch.expected()).isEqualTo(wrong);
                    assertThat(mismatch.actual()).isEqualTo(chain.root(b));
                });
        chain.assertHead(a, store);
        assertThat(trie.stats().divergences()).isZero();
        chain.commit(b);
        chain.assertHead(b, store);
    }

    @Test
    void aDiscardedBlockTakesTheBlocksOnItAlong() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId b = chain.seal(a, 2);
        BlockId c = chain.seal(b, 3);
        BlockId sibling = chain.seal(a, 4);
        try (UncommittedBlock open = trie.begin(c)) {
            trie.discard(b);
            chain.assertShows(open, c);
        }
        assertThatThrownBy(() -> trie.begin(c)).isInstanceOf(UnknownBlockException.class);
        assertThatThrownBy(() -> trie.discard(b)).isInstanceOf(UnknownBlockException.class);
        chain.commit(sibling);
        chain.assertHead(sibling, store);
    }

    @Test
    void sealedBlocksAreBoundAndTheOldestOnAnotherBranchGoesFirst() {
        CommitmentTrie bounded = CommitmentTrie.over(
                MemoryStore.create(), TrieOptions.builder().maxSealedBlocks(3).build());
        TestChain blocks = new TestChain(bounded);
        BlockId old = blocks.seal(BlockId.NONE, 1);
        BlockId a = blocks.seal(BlockId.NONE, 2);
        BlockId b = blocks.seal(a, 3);
        BlockId c = blocks.seal(b, 4);
        assertThatThrownBy(() -> bounded.begin(old)).isInstanceOf(UnknownBlockException.class);
        assertThatThrownBy(() -> blocks.seal(c, 5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at most 3 blocks");
        assertThat(bounded.stats().sealedBlocks()).isEqualTo(3);
        blocks.commit(a, b, c);
        assertThat(bounded.stats().sealedBlocks()).isZero();
        assertThat(bounded.stats().sealedBytes()).isZero();
        assertThat(bounded.stats().openViews()).isZero();
    }

    @Test
    void aFinalizedBlockCannotBeUnwoundAndForksBelowItGo() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId b = chain.commitNew(a, 2);
        BlockId c = chain.commitNew(b, 3);
        BlockId side = chain.seal(a, 4);
        BlockId sideOfB = chain.seal(b, 5);
        trie.finalized(b);
        assertThatThrownBy(() -> trie.unwindTo(a)).isInstanceOf(WindowExceededException.class);
        assertThatThrownBy(() -> trie.begin(side)).isInstanceOf(UnknownBlockException.class);
        chain.assertHead(c, store);
        trie.unwindTo(b);
        chain.commit(sideOfB);
        chain.assertHead(sideOfB, store);
    }

    /** H53: the storage trie that was empty when its account lost it comes back with what it held before. */
    @Test
    void slotsEmptiedThenAccountWipedAndRecreatedComeBackWhenBothBlocksAreUnwound() {
        Hash32 account = Hash32.of(7, 7, 7, 7);
        Hash32 slot = Hash32.of(5, 0, 0, 1);
        BlockId a = chain.commit(BlockId.NONE, block -> {
            block.putAccount(account, TestChain.account(1));
            block.putStorage(account, slot, UInt256.of(5));
            block.putStorage(account, Hash32.of(5, 0, 0, 2), UInt256.of(6));
        });
        Hash32 root = trie.headRoot();
        BlockId b = chain.commit(a, block -> {
            block.putStorage(account, slot, UInt256.ZERO);
            block.putStorage(account, Hash32.of(5, 0, 0, 2), UInt256.ZERO);
        });
        chain.commit(b, block -> {
            block.deleteAccount(account);
            block.putAccount(account, TestChain.account(1));
            block.putStorage(account, slot, UInt256.of(9));
        });
        trie.unwindTo(a);
        assertThat(trie.headRoot()).isEqualTo(root);
        try (TrieView view = trie.view(a)) {
            assertThat(view.storage(account, slot)).isEqualTo(UInt256.of(5));
        }
        chain.commit(a, block -> block.putStorage(account, slot, UInt256.of(8)));
        trie.unwindTo(a);
        assertThat(trie.headRoot()).isEqualTo(root);
    }

    @Test
    void knownIdsCannotBeSealedAgain() {
        BlockId a = chain.commitNew(BlockId.NONE, 1);
        BlockId b = chain.seal(a, 2);
        for (BlockId known : new BlockId[] {a, b, BlockId.NONE}) {
            assertThatThrownBy(() -> chain.sealAs(known, a, 3))
                    .as("id %s", known)
                    .isInstanceOf(IllegalStateException.class);
        }
        trie.unwindTo(BlockId.NONE);
        chain.sealAs(a, BlockId.NONE, 1);
        chain.commit(a);
        chain.assertHead(a, store);
    }
}
