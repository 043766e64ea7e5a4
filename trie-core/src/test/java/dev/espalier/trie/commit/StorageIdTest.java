package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.StoredBranches;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Storage tries are named by ids, which differ from one execution of a block to the next: whatever reads or writes a
 * trie by its id does so in the state in which the id was given out.
 */
class StorageIdTest {
    private static final Hash32 ACCOUNT = Keys.key("acc");
    private static final Hash32 SLOT_1 = Keys.key("11");
    private static final Hash32 SLOT_2 = Keys.key("12");
    private static final int WINDOW = 2;

    private final MemoryStore store = MemoryStore.withWindow(WINDOW);
    private final CommitmentTrie trie = CommitmentTrie.over(store);
    private BlockId first = BlockId.NONE;
    private int blocks;

    @BeforeEach
    void commitFirst() {
        first = commitOther();
    }

    private BlockId commit(BlockId id, Consumer<UncommittedBlock> writes) {
        trie.commit(id, seal(id, trie.head(), writes));
        return id;
    }

    private Hash32 seal(BlockId id, BlockId parent, Consumer<UncommittedBlock> writes) {
        try (UncommittedBlock block = trie.begin(parent)) {
            writes.accept(block);
            block.seal(id);
            return block.stateRoot();
        }
    }

    private BlockId newId() {
        return BlockId.of(Hash32.of(1, 1, 1, ++blocks));
    }

    private BlockId commitOther() {
        return commit(newId(), block -> block.putAccount(Keys.spread(blocks), Account.EMPTY));
    }

    /** Leaves nothing in the window that was there before. */
    private void passTheWindow() {
        for (int i = 0; i < 2 * WINDOW + 1; i++) {
            commitOther();
        }
    }

    private static void create(UncommittedBlock block) {
        block.putAccount(ACCOUNT, Account.EMPTY);
        block.putStorage(ACCOUNT, SLOT_1, UInt256.of(1));
        block.putStorage(ACCOUNT, SLOT_2, UInt256.of(2));
    }

    private long storageId() {
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            return StoredBranches.record(view, ACCOUNT).storageId();
        }
    }

    private void assertSlots(long one, long two) {
        try (TrieView view = trie.view(trie.head())) {
            assertThat(view.storage(ACCOUNT, SLOT_1)).isEqualTo(UInt256.of(one));
            assertThat(view.storage(ACCOUNT, SLOT_2)).isEqualTo(UInt256.of(two));
        }
        commit(newId(), block -> block.putStorage(ACCOUNT, SLOT_2, UInt256.of(two + 1)));
        try (TrieView view = trie.view(trie.head())) {
            assertThat(view.storage(ACCOUNT, SLOT_2)).isEqualTo(UInt256.of(two + 1));
        }
    }

    @Test
    void aBlockThatIsExecutedAgainGetsOtherIdsAndTheSameRoot() {
        BlockId id = commit(newId(), StorageIdTest::create);
        Hash32 root = trie.headRoot();
        long before = storageId();
        trie.unwindTo(first);
        commit(id, StorageIdTest::create);
        assertThat(storageId()).isGreaterThan(before);
        assertThat(trie.headRoot()).isEqualTo(root);
        passTheWindow();
        assertSlots(1, 2);
    }

    @Test
    void aBlockSealedOnABlockThatIsUndoneGoesWithIt() {
        BlockId parent = commit(newId(), StorageIdTest::create);
        BlockId child = newId();
        Hash32 root = seal(child, parent, block -> block.putStorage(ACCOUNT, SLOT_1, UInt256.of(7)));
        trie.unwindTo(first);
        commit(parent, StorageIdTest::create);
        assertThatIllegalStateException()
                .isThrownBy(() -> trie.commit(child, root))
                .withMessageContaining("not sealed");
        assertThat(seal(child, parent, block -> block.putStorage(ACCOUNT, SLOT_1, UInt256.of(7))))
                .isEqualTo(root);
        trie.commit(child, root);
        passTheWindow();
        assertSlots(7, 2);
    }

    /** The view stands on a newer state of the store, in which the storage is lost already. */
    @Test
    void aViewOfAnAncestorReadsLostStoragePastTheWindow() {
        BlockId before = commit(newId(), StorageIdTest::create);
        commit(newId(), block -> block.deleteAccount(ACCOUNT));
        try (TrieView view = trie.view(before)) {
            passTheWindow();
            assertThat(view.storage(ACCOUNT, SLOT_1)).isEqualTo(UInt256.of(1));
            assertThat(view.storage(ACCOUNT, SLOT_2)).isEqualTo(UInt256.of(2));
        }
    }

    @Test
    void aBlockOnAnAncestorTakesLostStorageUpAgain() {
        BlockId before = commit(newId(), StorageIdTest::create);
        long id = storageId();
        commit(newId(), block -> block.deleteAccount(ACCOUNT));
        BlockId sibling = newId();
        Hash32 root = seal(sibling, before, block -> block.putStorage(ACCOUNT, SLOT_1, UInt256.of(7)));
        trie.unwindTo(before);
        trie.commit(sibling, root);
        assertThat(storageId()).isEqualTo(id);
        passTheWindow();
        assertSlots(7, 2);
    }

    @Test
    void storageThatWasLostAndComesBackByAnUnwindStays() {
        BlockId before = commit(newId(), StorageIdTest::create);
        commit(newId(), block -> block.deleteAccount(ACCOUNT));
        commit(newId(), block -> {
            block.putAccount(ACCOUNT, Account.EMPTY);
            block.putStorage(ACCOUNT, SLOT_2, UInt256.of(9));
        });
        trie.unwindTo(before);
        passTheWindow();
        assertSlots(1, 2);
    }
}
