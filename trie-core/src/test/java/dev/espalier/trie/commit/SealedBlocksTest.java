package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SealedBlocksTest {
    private static final BlockId COMMITTED = id(1000);

    private final SealedBlocks blocks = new SealedBlocks(4, 100);
    private final CommittedChain chain = new CommittedChain(List.of(), mark(COMMITTED), 0);
    private final Map<Integer, BlockInstance> instances = new HashMap<>();
    private final List<CountedView> views = new ArrayList<>();

    /** A view that knows whether it was closed. */
    private static final class CountedView implements StoreView {
        private final StoreView empty = MemoryStore.create().openView(TrieStore.ReadMode.NORMAL);
        private int closed;

        @Override
        public StateMark mark() {
            return empty.mark();
        }

        @Override
        public long seq() {
            return empty.seq();
        }

        @Override
        public void loadRows(RowRequests requests) {
            empty.loadRows(requests);
        }

        @Override
        public void loadLeaves(LeafRequests requests) {
            empty.loadLeaves(requests);
        }

        @Override
        public Hash32 keyOfLeaf(BranchPath row, int child, NodeRef leaf) {
            return empty.keyOfLeaf(row, child, leaf);
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private static BlockId id(int number) {
        return BlockId.of(Hash32.of(0, 0, 0, number));
    }

    private static StateMark mark(BlockId id) {
        return new StateMark(id, id.hash(), RootCell.EMPTY);
    }

    /** Adds a block and closes its handle, so that its being sealed is all that holds the view. */
    private void add(int number, int parent, long bytes) {
        add(number, parent, parent == 1000 ? head() : instances.get(parent), bytes);
    }

    private void add(int number, int parent, BlockInstance onInstance, long bytes) {
        CountedView view = new CountedView();
        views.add(view);
        SharedView shared = new SharedView(view);
        BlockBase base = new BlockBase(shared, List.of(), mark(id(parent)), onInstance);
        BlockInstance instance = new BlockInstance();
        try {
            blocks.add(new SealedBlock(base, new BlockChanges(), mark(id(number)), instance, bytes), chain);
            instances.put(number, instance);
        } finally {
            shared.release();
        }
    }

    private BlockInstance head() {
        return Objects.requireNonNull(chain.reach(COMMITTED, 0)).instance();
    }

    private boolean has(int number) {
        return blocks.find(id(number)) != null;
    }

    private List<Integer> closed() {
        return views.stream().map(view -> view.closed).toList();
    }

    @Test
    void findsABlockByItsIdAndCountsItsBytes() {
        add(1, 1000, 10);
        add(2, 1, 20);
        assertThat(has(1)).isTrue();
        assertThat(has(3)).isFalse();
        assertThat(blocks.size()).isEqualTo(2);
        assertThat(blocks.bytes()).isEqualTo(30);
    }

    @Test
    void refusesAnIdThatIsKnown() {
        add(1, 1000, 10);
        assertThatIllegalStateException()
                .isThrownBy(() -> add(1, 2, 10))
                .withMessageContaining("is committed or sealed already");
        assertThat(blocks.bytes()).isEqualTo(10);
    }

    @Test
    void refusesAnIdThatIsCommitted() {
        assertThatIllegalStateException()
                .isThrownBy(() -> add(1000, 1000, 10))
                .withMessageContaining("is committed or sealed already");
        assertThatIllegalStateException()
                .isThrownBy(() -> blocks.add(
                        new SealedBlock(
                                new BlockBase(new SharedView(new CountedView()), List.of(), mark(COMMITTED), head()),
                                new BlockChanges(),
                                StateMark.EMPTY,
                                new BlockInstance(),
                                1),
                        chain))
                .withMessageContaining("block none");
    }

    @Test
    void refusesABlockWhoseParentIsGoneOrWasExecutedAgain() {
        add(1, 1000, 10);
        BlockInstance before = instances.get(1);
        assertThat(blocks.remove(id(1))).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> add(2, 1, before, 10))
                .withMessageContaining("parent " + id(1) + " was discarded, unwound or executed again");
        add(1, 1000, 10);
        assertThatIllegalStateException().isThrownBy(() -> add(2, 1, before, 10));
        assertThatIllegalStateException().isThrownBy(() -> add(2, 1000, new BlockInstance(), 10));
        add(2, 1, 10);
        assertThat(closed()).as("no hold is left behind").containsExactly(1, 1, 0, 1, 1, 0);
    }

    @Test
    void aPathLeadsFromABlockToTheCommittedOnes() {
        add(1, 1000, 10);
        add(2, 1, 10);
        add(3, 1, 10);
        assertThat(blocks.path(id(3))).extracting(SealedBlock::id).containsExactly(id(3), id(1));
        assertThat(blocks.path(COMMITTED)).isEmpty();
        SealedBlock block = blocks.path(id(2)).getFirst();
        BlockBase base = block.base().under(block);
        assertThat(base.mark()).isEqualTo(mark(id(2)));
        assertThat(base.layers()).hasSize(1);
        assertThat(base.instance()).isSameAs(instances.get(2));
    }

    @Test
    void aBlockThatIsCommittedLeavesItsChildrenBehind() {
        add(1, 1000, 10);
        add(2, 1, 20);
        blocks.committed(id(1));
        assertThat(has(1)).isFalse();
        assertThat(has(2)).isTrue();
        assertThat(blocks.bytes()).isEqualTo(20);
        assertThat(closed()).containsExactly(1, 0);
        blocks.committed(id(9));
        assertThat(blocks.size()).isEqualTo(1);
    }

    @Test
    void aBlockThatIsRemovedTakesAllBlocksAboveItAlong() {
        add(1, 1000, 1);
        add(2, 1, 1);
        add(3, 2, 1);
        add(4, 1000, 1);
        assertThat(blocks.remove(id(1))).isTrue();
        assertThat(blocks.remove(id(1))).isFalse();
        assertThat(has(4)).isTrue();
        assertThat(blocks.size()).isEqualTo(1);
        assertThat(blocks.bytes()).isEqualTo(1);
        assertThat(closed()).containsExactly(1, 1, 1, 0);
    }

    @Test
    void theOldestBlockGoesWithThoseOnItWhenThereAreTooMany() {
        add(1, 1000, 1);
        add(2, 1000, 1);
        add(3, 1, 1);
        add(4, 2, 1);
        add(5, 2, 1);
        assertThat(has(1)).isFalse();
        assertThat(has(3)).as("stood on 1").isFalse();
        assertThat(has(2) && has(4) && has(5)).isTrue();
    }

    @Test
    void theOldestBlockGoesWhenTheyHoldTooManyBytes() {
        add(1, 1000, 40);
        add(2, 1000, 40);
        add(3, 1000, 50);
        assertThat(has(1)).isFalse();
        assertThat(has(2) && has(3)).isTrue();
        assertThat(blocks.bytes()).isEqualTo(90);
        add(4, 1000, 100);
        assertThat(blocks.size()).isEqualTo(1);
        assertThat(blocks.bytes()).isEqualTo(100);
    }

    @Test
    void theNewestBlockIsKeptWhateverItsSize() {
        add(1, 1000, 40);
        add(2, 1000, 1_000);
        assertThat(has(1)).isFalse();
        assertThat(has(2)).isTrue();
        assertThat(blocks.bytes()).isEqualTo(1_000);
    }

    @Test
    void noBlockThatTheNewOneStandsOnMakesRoomForIt() {
        add(1, 1000, 20);
        add(2, 1, 20);
        add(3, 1000, 50);
        add(4, 2, 50);
        assertThat(has(3)).as("beside the chain, though newer").isFalse();
        assertThat(has(1) && has(2) && has(4)).isTrue();
        assertThat(blocks.bytes()).isEqualTo(90);
    }

    @Test
    void aChainThatIsTooLongOrTooLargeIsRefused() {
        add(1, 1000, 1);
        add(2, 1, 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> add(3, 2, 99))
                .withMessageContaining("stands on sealed blocks=2")
                .withMessageContaining("bytes=101")
                .withMessageContaining("commit or discard some");
        add(3, 2, 1);
        add(4, 3, 1);
        assertThatIllegalStateException()
                .isThrownBy(() -> add(5, 4, 1))
                .withMessageContaining("stands on sealed blocks=4")
                .withMessageContaining("at most 4 blocks");
        assertThat(blocks.size()).as("unchanged").isEqualTo(4);
    }

    @Test
    void blocksOnAParentThatCannotBeReachedAnyMoreGo() {
        add(1, 1000, 1);
        add(2, 1, 1);
        blocks.keepOn(chain);
        assertThat(blocks.size()).isEqualTo(2);
        Hash32 next = Hash32.of(0, 0, 0, 1001);
        StateMark head = new StateMark(BlockId.of(next), next, RootCell.EMPTY);
        BlockInstance instance = new BlockInstance();
        chain.committed(new LogEntry(1, LogEntry.Kind.COMMIT, mark(COMMITTED), head), instance);
        add(3, 1001, instance, 1);
        chain.trimTo(0);
        blocks.keepOn(chain);
        assertThat(has(3)).isTrue();
        assertThat(blocks.size()).isEqualTo(1);
        assertThat(closed()).containsExactly(1, 1, 0);
    }

    @Test
    void aSharedViewIsClosedByItsLastHolderAndThenCannotBeHeldAgain() {
        CountedView view = new CountedView();
        SharedView shared = new SharedView(view);
        assertThat(shared.acquire()).isTrue();
        shared.release();
        assertThat(view.closed).isZero();
        shared.release();
        assertThat(view.closed).isEqualTo(1);
        assertThat(shared.acquire()).isFalse();
        assertThat(shared.acquire()).isFalse();
    }
}
