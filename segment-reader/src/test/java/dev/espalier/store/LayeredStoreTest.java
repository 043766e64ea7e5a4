package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.SegmentEncoding;
import dev.espalier.store.lmdb.StoreLockedException;
import dev.espalier.store.lmdb.StoreMismatchException;
import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.TrieView;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store on disk behaves like the one in memory, through flushes, merges, unwinds and reopenings. */
class LayeredStoreTest {
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 300 : 12;

    @TempDir
    private Path directory;

    private long merges;
    private long freezes;
    private long keysInBase;

    private static StoreOptions.Builder options() {
        return StoreOptions.builder().window(20).background(false).logMap(1 << 20, 1L << 30);
    }

    /** H43 a short key is found in the base of the view, H40 newest layer wins, H41 boundaries are exact, H52 unwinding below a flush, H51 and H53 lost storage. */
    @Test
    void randomBlocksUnwindsFlushesMergesAndReopeningsKeepEveryRootAndRow() {
        long replayed = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            StoreRun run = new StoreRun(
                    directory.resolve("s" + seed),
                    options()
                            .freezeAfter(2 + random.nextInt(3))
                            .mergeRatio(2 + random.nextInt(3))
                            .partitionBytes(4_096L << random.nextInt(4))
                            .shortKeys(random.nextInt(4) > 0)
                            .encoding(encoding(random.nextInt(16)))
                            .build());
            Map<TrieView, BlockId> views = new HashMap<>();
            try {
                for (int step = 0; step < 60; step++) {
                    switch (random.nextInt(13)) {
                        case 0 -> run.unwind(random.nextInt(run.depth() + 1));
                        case 1, 2 -> run.store().flush();
                        case 3 -> run.store().merge();
                        case 4 -> {
                            views.keySet().forEach(TrieView::close);
                            views.clear();
                            add(run.store().stats());
                            run.reopen();
                            replayed += run.store().stats().replayed();
                        }
                        case 5 -> {
                            int depth = random.nextInt(run.depth() + 1);
                            BlockId id = run.canonical().get(run.canonical().size() - 1 - depth);
                            views.put(run.trie().view(id), id);
                        }
                        case 6 -> run.store().freeze();
                        default -> run.commit(seed * 1_000 + step);
                    }
                    run.check();
                }
                views.forEach((view, id) -> StateCheck.checkShows(view, run.state(id)));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed=" + seed, e);
            } finally {
                views.keySet().forEach(TrieView::close);
                assertThat(run.store().stats().openViews()).isZero();
                run.close();
            }
        }
        assertThat(replayed).isPositive();
        assertThat(merges).isPositive();
        assertThat(freezes).isPositive();
        assertThat(keysInBase).isPositive();
    }

    private static SegmentEncoding encoding(int bits) {
        return new SegmentEncoding((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0);
    }

    private void add(StoreStats stats) {
        merges += stats.merges();
        freezes += stats.freezes();
        keysInBase += stats.keysInBase();
    }

    /** H51: a flush recorded the storage as dropped, an unwind brought it back, then a merge came. */
    @Test
    void storageThatAnUnwindBroughtBackSurvivesAMergeAfterTheWindowHasPassed() {
        StoreRun run = new StoreRun(directory, options().window(4).build());
        Hash32 account = Hash32.of(1, 2, 3, 4);
        Hash32 slot = Hash32.of(5, 6, 7, 8);
        BlockId filled = run.commitUnfollowed(block -> {
            block.putAccount(account, new Account(1, UInt256.ONE, Account.NO_CODE));
            block.putStorage(account, slot, UInt256.of(9));
            block.putStorage(account, Hash32.of(5, 6, 7, 9), UInt256.of(10));
        });
        run.commitUnfollowed(block -> block.deleteAccount(account));
        run.store().flush();
        run.trie().unwindTo(filled);
        for (int i = 0; i < 8; i++) {
            Hash32 other = Hash32.of(i, 0, 0, 0);
            run.commitUnfollowed(block -> block.putAccount(other, Account.EMPTY));
        }
        run.store().merge();
        run.commitUnfollowed(block -> block.putStorage(account, slot, UInt256.ZERO));
        try (TrieView view = run.trie().view(run.trie().head())) {
            assertThat(view.storage(account, slot)).isEqualTo(UInt256.ZERO);
            assertThat(view.storage(account, Hash32.of(5, 6, 7, 9))).isEqualTo(UInt256.of(10));
        }
        run.reopen();
        run.store().flush();
        run.store().merge();
        try (TrieView view = run.trie().view(run.trie().head())) {
            assertThat(view.storage(account, Hash32.of(5, 6, 7, 9))).isEqualTo(UInt256.of(10));
        }
        run.close();
    }

    @Test
    void aSecondWriterIsRefusedAndAnotherChainIs() {
        StoreRun run = new StoreRun(directory, options().build());
        run.commit(1);
        assertThatThrownBy(() -> LayeredStore.open(directory, options().build()))
                .isInstanceOf(StoreLockedException.class)
                .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
        run.close();
        assertThatThrownBy(
                        () -> LayeredStore.open(directory, options().chainId(5).build()))
                .isInstanceOf(StoreMismatchException.class);
        run.reopen();
        run.check();
        run.close();
    }

    @Test
    void aFullOverlayIsFlushedInTheBackgroundAndNothingIsLost() {
        StoreRun run = new StoreRun(
                directory,
                StoreOptions.builder()
                        .window(20)
                        .overlayBytes(4_000)
                        .logMap(1 << 20, 1L << 30)
                        .build());
        for (int i = 0; i < 200; i++) {
            run.commit(i);
        }
        run.check();
        run.store().flush();
        StoreStats stats = run.store().stats();
        assertThat(stats.flushes()).isGreaterThan(5);
        assertThat(stats.flushedSeq()).isEqualTo(stats.seq());
        assertThat(stats.segmentRows()).isPositive();
        run.unwind(15);
        run.check();
        run.reopen();
        run.check();
        run.close();
    }
}
