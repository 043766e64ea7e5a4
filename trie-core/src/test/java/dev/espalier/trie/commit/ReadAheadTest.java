package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.ShapedBlocks;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.TrieStore;
import dev.espalier.trie.spi.WarmRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Reading ahead reads what the block will read, and nothing that the block could notice. */
class ReadAheadTest {
    private static final Hash32 ACCOUNT = Keys.key("acc");

    /** Notes who asked for which row, and passes on. */
    private static final class NotedRows implements WarmRows {
        private final Set<BranchPath> ahead = new HashSet<>();
        private final List<BranchPath> onDemand = new ArrayList<>();

        @Override
        public void loadAhead(RowRequests requests, BranchSource stored) {
            for (int i = 0; i < requests.size(); i++) {
                ahead.add(requests.path(i));
            }
            stored.loadRows(requests);
        }

        @Override
        public void load(RowRequests requests, BranchSource stored) {
            for (int i = 0; i < requests.size(); i++) {
                onDemand.add(requests.path(i));
            }
            stored.loadRows(requests);
        }
    }

    private record LeafKey(long trieId, Hash32 key) {}

    private static final class NotedLeaves implements InterceptedStore.Interceptor {
        private final Set<LeafKey> leaves = new HashSet<>();

        @Override
        public void beforeLeaves(TrieStore.ReadMode mode, LeafRequests requests) {
            for (int i = 0; i < requests.size(); i++) {
                leaves.add(new LeafKey(requests.trieId(i), requests.key(i)));
            }
        }
    }

    /** What a list of writes leaves in each slot, by account. */
    private static List<ExpectedWrites> expected(List<Op> ops) {
        TreeMap<Hash32, TreeMap<Hash32, Boolean>> accounts = new TreeMap<>();
        for (Op op : ops) {
            TreeMap<Hash32, Boolean> slots =
                    accounts.computeIfAbsent(Keys.ofTrie(op.accountKey()), key -> new TreeMap<>());
            if (op instanceof Op.PutSlot put) {
                slots.put(Keys.ofTrie(put.slotKey()), put.value().signum() == 0);
            }
        }
        List<ExpectedWrites> writes = new ArrayList<>();
        accounts.forEach((account, slots) -> {
            List<ExpectedWrites.Slot> list = new ArrayList<>();
            slots.forEach((slot, cleared) -> list.add(new ExpectedWrites.Slot(slot, cleared)));
            writes.add(new ExpectedWrites(account, list));
        });
        return writes;
    }

    @Test
    void everyRowAndLeafThatABlockNeedsIsReadAheadOfIt() {
        long seed = 0x5EED_A4EADL;
        InterceptedStore store = new InterceptedStore(MemoryStore.create());
        CommitmentTrie trie = CommitmentTrie.over(store);
        int rows = 0;
        int comparedLeaves = 0;
        int number = 0;
        for (List<Op> ops : ShapedBlocks.first(120, seed)) {
            NotedRows noted = new NotedRows();
            try (UncommittedBlock block = trie.begin(trie.head());
                    ReadAhead ahead = block.readAhead(noted)) {
                NotedLeaves early = new NotedLeaves();
                store.intercept(early);
                ahead.read(expected(ops));
                NotedLeaves late = new NotedLeaves();
                store.intercept(late);
                Ops.write(block, ops);
                Hash32 root = block.stateRoot();
                assertThat(noted.ahead).as("seed=%d block %d", seed, number).containsAll(noted.onDemand);
                if (ops.stream().noneMatch(op -> op instanceof Op.DeleteAccount)) {
                    assertThat(early.leaves)
                            .as("seed=%d block %d", seed, number)
                            .containsAll(late.leaves);
                    comparedLeaves += late.leaves.size();
                }
                rows += noted.onDemand.size();
                block.seal(BlockId.of(Keys.spread(number++)));
                block.commit(root);
            }
        }
        assertThat(rows).as("rows compared").isGreaterThan(1_000);
        assertThat(comparedLeaves).as("leaves compared").isGreaterThan(1_000);
        assertThat(trie.stats().openViews()).isZero();
    }

    private static List<ExpectedWrites> oneSlot(Hash32 slot, boolean cleared) {
        return List.of(new ExpectedWrites(ACCOUNT, List.of(new ExpectedWrites.Slot(slot, cleared))));
    }

    private static BlockId commit(CommitmentTrie trie, int number, Op... ops) {
        BlockId id = BlockId.of(Keys.spread(number));
        try (UncommittedBlock block = trie.begin(trie.head())) {
            Ops.write(block, List.of(ops));
            block.seal(id);
            block.commit(block.stateRoot());
        }
        return id;
    }

    /** Two slots share a row of their own; clearing one moves the other. */
    @Test
    void theSlotThatACollapseLeavesIsReadOnlyWhereASlotIsCleared() {
        InterceptedStore store = new InterceptedStore(MemoryStore.create());
        CommitmentTrie trie = CommitmentTrie.over(store);
        Hash32 cleared = Keys.key("12");
        Hash32 survivor = Keys.key("13");
        commit(
                trie,
                1,
                Ops.put(ACCOUNT, 1),
                Ops.slot(ACCOUNT, cleared, 1),
                Ops.slot(ACCOUNT, survivor, 2),
                Ops.slot(ACCOUNT, Keys.key("2"), 3));
        for (boolean clears : new boolean[] {false, true}) {
            try (UncommittedBlock block = trie.begin(trie.head());
                    ReadAhead ahead = block.readAhead(new NotedRows())) {
                NotedLeaves noted = new NotedLeaves();
                store.intercept(noted);
                ahead.read(oneSlot(cleared, clears));
                assertThat(noted.leaves.stream().anyMatch(leaf -> leaf.key().equals(survivor)))
                        .isEqualTo(clears);
            }
        }
    }

    @Test
    void itReadsTheStateThatTheBlockBeganOnWhateverIsCommittedMeanwhile() {
        InterceptedStore store = new InterceptedStore(MemoryStore.create());
        CommitmentTrie trie = CommitmentTrie.over(store);
        BlockId first = commit(
                trie, 1, Ops.put(ACCOUNT, 1), Ops.slot(ACCOUNT, Keys.key("1"), 1), Ops.slot(ACCOUNT, Keys.key("2"), 2));
        NotedRows noted = new NotedRows();
        ReadAhead ahead;
        try (UncommittedBlock block = trie.begin(first)) {
            ahead = block.readAhead(noted);
        }
        commit(trie, 2, Ops.slot(ACCOUNT, Keys.key("11"), 1), Ops.slot(ACCOUNT, Keys.key("12"), 1));
        ahead.read(oneSlot(Keys.key("11"), false));
        assertThat(noted.ahead)
                .as("rows of the storage trie as it was, without the one that the second block made")
                .hasSize(1);
        assertThat(trie.stats().openViews()).isEqualTo(1);
        ahead.close();
        ahead.close();
        assertThat(trie.stats().openViews()).isZero();
    }

    @Test
    void aSecondReaderOrOneOfASealedBlockIsRefused() {
        CommitmentTrie trie = CommitmentTrie.over(MemoryStore.create());
        try (UncommittedBlock block = trie.begin(BlockId.NONE);
                ReadAhead ahead = block.readAhead(new NotedRows())) {
            ahead.read(oneSlot(Keys.key("1"), false));
            assertThatThrownBy(() -> block.readAhead(new NotedRows()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("read ahead for already");
            block.putAccount(ACCOUNT, TestChain.account(1));
            block.putStorage(ACCOUNT, Keys.key("1"), UInt256.ONE);
            block.seal(BlockId.of(Keys.spread(1)));
        }
        try (UncommittedBlock block = trie.begin(BlockId.of(Keys.spread(1)))) {
            block.seal(BlockId.of(Keys.spread(2)));
            assertThatThrownBy(() -> block.readAhead(new NotedRows())).isInstanceOf(IllegalStateException.class);
        }
        assertThat(trie.stats().openViews()).isZero();
    }
}
