package dev.espalier.trie.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryStoreTest {
    private static final long STORAGE = 5;
    private static final Hash32 ACCOUNT = Keys.key("acc");
    private static final Hash32 SLOT = Keys.key("5107");
    private static final NodeRef LEAF = NodeRef.ofHash(SLOT);
    private static final byte[] ONE = {1};
    private static final byte[] TWO = {2};
    private static final RowChanges NO_ROWS = hook -> {};

    private final MemoryStore store = MemoryStore.create();
    private int blocks;

    private StateMark nextMark() {
        Hash32 number = Hash32.of(0, 0, 0, ++blocks);
        return new StateMark(BlockId.of(number), number, new RootCell.Leaf(number));
    }

    private long apply(List<LeafChange> leaves, List<StorageChange> lost, List<StorageChange> regained) {
        long seq = store.reserveSeq();
        LogEntry.Kind kind = regained.isEmpty() ? LogEntry.Kind.COMMIT : LogEntry.Kind.UNWIND;
        LogEntry entry = new LogEntry(seq, kind, store.mark(), nextMark());
        store.apply(new LogRecord(entry, leaves, lost, regained, store.nextStorageId()), NO_ROWS);
        return seq;
    }

    private long apply(LeafChange... leaves) {
        return apply(List.of(leaves), List.of(), List.of());
    }

    private static LeafChange slot(byte @Nullable [] before, byte @Nullable [] after) {
        return new LeafChange(STORAGE, SLOT, before, after);
    }

    private static StorageChange storage() {
        return new StorageChange(ACCOUNT, STORAGE, RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
    }

    private byte @Nullable [] read() {
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            return view.leaf(STORAGE, SLOT);
        }
    }

    @Test
    void startsEmptyWithAWindowOf512Blocks() {
        assertThat(store.mark()).isEqualTo(StateMark.EMPTY);
        assertThat(store.window()).isEqualTo(512).isEqualTo(MemoryStore.DEFAULT_WINDOW);
        assertThat(store.log().entries()).isEmpty();
        assertThat(MemoryStore.withWindow(1).window()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void refusesAWindowWithoutABlock(int window) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MemoryStore.withWindow(window))
                .withMessage("window=" + window + ", expected at least 1 block");
    }

    @Test
    void numbersAreGivenOutOnce() {
        assertThat(store.reserveSeq()).isEqualTo(1);
        assertThat(store.reserveSeq()).isEqualTo(2);
        assertThat(store.nextStorageId()).isEqualTo(1);
        assertThat(store.reserveStorageId()).isEqualTo(1);
        assertThat(store.reserveStorageId()).isEqualTo(2);
        assertThat(store.nextStorageId()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource(TrieStore.ReadMode.class)
    void aViewStaysRightWhileTheHeadMoves(TrieStore.ReadMode mode) {
        try (StoreView empty = store.openView(mode)) {
            long first = apply(slot(null, ONE));
            try (StoreView one = store.openView(mode)) {
                apply(slot(ONE, TWO));
                apply(slot(TWO, null));
                apply(slot(null, TWO));
                assertThat(empty.leaf(STORAGE, SLOT)).isNull();
                assertThat(empty.mark()).isEqualTo(StateMark.EMPTY);
                assertThat(empty.seq()).isZero();
                assertThat(one.leaf(STORAGE, SLOT)).isEqualTo(ONE);
                assertThat(one.seq()).isEqualTo(first);
                assertThat(one.mark().block()).isEqualTo(BlockId.of(Hash32.of(0, 0, 0, 1)));
            }
        }
        assertThat(read()).isEqualTo(TWO);
    }

    @Test
    void aViewIsClosedOnce() {
        apply(slot(null, ONE));
        StoreView kept = store.openView(TrieStore.ReadMode.NORMAL);
        StoreView closed = store.openView(TrieStore.ReadMode.NORMAL);
        closed.close();
        closed.close();
        // a second close that counted would let go what the other view of the same seq still needs
        apply(slot(ONE, null));
        apply();
        assertThat(kept.leaf(STORAGE, SLOT)).isEqualTo(ONE);
        kept.close();
    }

    @Test
    void whatNoViewNeedsIsForgottenWithTheNextChange() {
        apply(slot(null, ONE));
        StoreView old = store.openView(TrieStore.ReadMode.NORMAL);
        apply(slot(ONE, null));
        assertThat(old.leaf(STORAGE, SLOT)).isEqualTo(ONE);
        old.close();
        apply();
        assertThat(old.leaf(STORAGE, SLOT))
                .as("read after close, to see that it is gone")
                .isNull();
    }

    @Test
    void refusesARecordThatDoesNotStartFromTheHead() {
        apply(slot(null, ONE));
        LogEntry entry = new LogEntry(store.reserveSeq(), LogEntry.Kind.COMMIT, StateMark.EMPTY, nextMark());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.apply(new LogRecord(entry, List.of(), List.of(), List.of(), 1), NO_ROWS))
                .withMessageContaining("record starts from block none, expected the head");
        assertThat(store.log().entries()).hasSize(1);
    }

    /** A change that stops half-way leaves views right and lets nothing be built on it. H01. */
    @Test
    void aChangeThatFailsHalfWayStopsTheStore() {
        apply(slot(null, ONE));
        StateMark before = store.mark();
        LogEntry entry = new LogEntry(store.reserveSeq(), LogEntry.Kind.COMMIT, before, nextMark());
        LogRecord record = new LogRecord(entry, List.of(slot(ONE, TWO)), List.of(), List.of(), 1);
        assertThatThrownBy(() -> store.apply(record, hook -> {
                    throw new IllegalArgumentException("no row");
                }))
                .hasMessage("no row");
        assertThat(store.mark()).isEqualTo(before);
        assertThat(read()).isEqualTo(ONE);
        assertThatIllegalStateException().isThrownBy(() -> apply()).withMessageContaining("store stopped");
    }

    @Test
    void droppedStorageGoesOnceNoUnwindCanReachIt() {
        apply(slot(null, ONE));
        StoreView evidence = store.openView(TrieStore.ReadMode.NORMAL);
        evidence.close();
        long lost = apply(List.of(), List.of(storage()), List.of());
        apply();
        assertThat(evidence.leaf(STORAGE, SLOT)).as("inside the window").isEqualTo(ONE);
        store.prune(lost);
        apply();
        assertThat(evidence.leaf(STORAGE, SLOT))
                .as("the record that drops it can be undone")
                .isEqualTo(ONE);
        store.prune(lost + 1);
        apply();
        assertThat(evidence.leaf(STORAGE, SLOT)).as("past the window").isNull();
    }

    @Test
    void droppedStorageStaysWhileAViewFromBeforeIsOpen() {
        apply(slot(null, ONE));
        StoreView before = store.openView(TrieStore.ReadMode.NORMAL);
        long lost = apply(List.of(), List.of(storage()), List.of());
        store.prune(lost + 1);
        apply();
        assertThat(before.leaf(STORAGE, SLOT)).isEqualTo(ONE);
        before.close();
        apply();
        assertThat(before.leaf(STORAGE, SLOT)).isNull();
    }

    @Test
    void storageThatAnUnwindBroughtBackStays() {
        apply(slot(null, ONE));
        apply(List.of(), List.of(storage()), List.of());
        long back = apply(List.of(), List.of(), List.of(storage()));
        store.prune(back + 1);
        apply();
        apply();
        assertThat(read()).isEqualTo(ONE);
    }

    @Test
    void pruningForgetsRecordsButNeverThoseToCome() {
        apply();
        apply();
        store.prune(2);
        assertThat(store.log().entries()).extracting(LogEntry::seq).containsExactly(2L);
        store.prune(Long.MAX_VALUE);
        assertThat(store.log().entries()).isEmpty();
        apply();
        store.prune(1);
        assertThat(store.log().entries()).extracting(LogEntry::seq).containsExactly(3L);
    }

    @Test
    void findsTheOnlyKeyBelowAChild() {
        apply(slot(null, ONE), new LeafChange(STORAGE, Keys.key("52"), null, TWO));
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            apply(slot(ONE, null), new LeafChange(STORAGE, Keys.key("511"), null, TWO));
            assertThat(view.keyOfLeaf(BranchPath.of(STORAGE, Keys.key("5"), 1), 1, LEAF))
                    .isEqualTo(SLOT);
            assertThatExceptionOfType(CorruptStoreException.class)
                    .isThrownBy(() -> view.keyOfLeaf(BranchPath.of(STORAGE, Keys.key("0"), 0), 5, LEAF))
                    .withMessageContaining("child 5=2, expected 1");
            assertThatExceptionOfType(CorruptStoreException.class)
                    .isThrownBy(() -> view.keyOfLeaf(BranchPath.of(STORAGE, Keys.key("0"), 0), 6, LEAF))
                    .withMessageContaining("child 6=0, expected 1");
        }
    }

    @Test
    void leavesOfDifferentTriesAreApart() {
        apply(slot(null, ONE), new LeafChange(6, SLOT, null, TWO), new LeafChange(0, SLOT, null, ONE));
        try (StoreView view = store.openView(TrieStore.ReadMode.NORMAL)) {
            assertThat(view.leaf(STORAGE, SLOT)).isEqualTo(ONE);
            assertThat(view.leaf(6, SLOT)).isEqualTo(TWO);
            assertThat(view.leaf(7, SLOT)).isNull();
        }
    }
}
