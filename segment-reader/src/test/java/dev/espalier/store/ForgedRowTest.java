package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * H55: a row whose checksums are right is still not taken at its word: it must hash to what its parent holds, and one that
 * its parent names must be there. So no block gets a root over it.
 */
class ForgedRowTest {
    private static final StoreOptions OPTIONS = StoreOptions.builder()
            .window(20)
            .background(false)
            .logMap(1 << 20, 1L << 30)
            .build();

    /** Below the row 0:3, which has three leaves; the root row has others beside. */
    private static final BranchPath ROW = BranchPath.of(0, Hash32.of(3L << 60, 0, 0, 0), 1);

    @TempDir
    private Path directory;

    @BeforeEach
    void makeStore() {
        StoreRun run = new StoreRun(directory, OPTIONS);
        run.commitUnfollowed(block -> {
            for (int i = 0; i < 48; i++) {
                block.putAccount(account(i), new Account(i, UInt256.ONE, Account.NO_CODE));
            }
        });
        run.store().flush();
        run.close();
    }

    private static Hash32 account(int i) {
        return Hash32.of((long) i % 16 << 60 | (long) (i / 16) << 56, i, 0, 0);
    }

    private void assertNoRoot(Consumer<SortedMap<SegmentKey, byte[]>> change, String... texts) {
        ForgedSegment.rewrite(directory, change);
        try (LayeredStore store = LayeredStore.open(directory, OPTIONS)) {
            CommitmentTrie trie = CommitmentTrie.over(store);
            try (UncommittedBlock block = trie.begin(trie.head())) {
                block.putAccount(account(3), Account.EMPTY);
                assertThatThrownBy(block::stateRoot)
                        .isInstanceOf(CorruptStoreException.class)
                        .hasMessageContainingAll(texts);
            }
        }
    }

    @Test
    void aRowWithAnotherRefIsFoundThoughTheBlockDoesNotTouchThatChild() {
        assertNoRoot(
                entries -> {
                    byte[] row = Objects.requireNonNull(entries.get(SegmentKey.ofRow(ROW)));
                    row[16 + 2 * 32 + 5] ^= 1;
                },
                ROW.toString(),
                "hashes to");
    }

    @Test
    void anotherRowInItsPlaceIsFound() {
        assertNoRoot(
                entries -> {
                    BranchPath other = BranchPath.of(0, Hash32.of(4L << 60, 0, 0, 0), 1);
                    entries.put(SegmentKey.ofRow(ROW), Objects.requireNonNull(entries.get(SegmentKey.ofRow(other))));
                },
                ROW.toString(),
                "hashes to");
    }

    @Test
    void aRowThatIsGoneIsNoEmptyBranch() {
        assertNoRoot(entries -> entries.remove(SegmentKey.ofRow(ROW)), ROW.toString());
    }
}
