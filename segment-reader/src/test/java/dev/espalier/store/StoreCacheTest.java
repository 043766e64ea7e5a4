package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.commit.CanonicalRows;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.FewKeys;
import dev.espalier.trie.commit.TrieView;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore.ReadMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How a store uses a row cache: below the overlay, by generations, one of which begins with each flush. */
class StoreCacheTest {
    private static final int BLOCKS = 12;

    @TempDir
    private Path directory;

    private final PlainRowCache cache = new PlainRowCache();
    private StoreRun run;

    @BeforeEach
    void open() {
        run = new StoreRun(
                directory,
                StoreOptions.builder()
                        .window(20)
                        .background(false)
                        .freezeAfter(100)
                        .logMap(1 << 20, 1L << 30)
                        .build(),
                cache);
    }

    @AfterEach
    void close() {
        run.close();
    }

    private void commitBlocks(int count) {
        for (int i = 0; i < count; i++) {
            run.commit(1_000L * i + run.canonical().size());
        }
    }

    private StoreStats stats() {
        return run.store().stats();
    }

    @Test
    void nothingReachesTheCacheBeforeAFlush() {
        commitBlocks(BLOCKS);
        run.unwind(3);
        run.check();
        assertThat(cache.size()).isZero();
        assertThat(cache.published).isEmpty();
        assertThat(stats().overlayRows()).isPositive();
        assertThat(stats().cachedRows() + stats().segmentRows()).isZero();
    }

    /** H01: a cache that took rows before the list of files is durable would be ahead of the store for ever. */
    @Test
    void aFlushPublishesWhenItsListIsDurableAndBeforeReadersSeeIt() {
        commitBlocks(BLOCKS);
        List<String> seen = new ArrayList<>();
        cache.onPublish =
                () -> seen.add("flushed to " + run.store().records().fileList().flushedSeq() + ", shown "
                        + (run.store().head().sealed() == null));
        long seq = stats().seq();
        run.store().flush();
        assertThat(seen).containsExactly("flushed to " + seq + ", shown false");
        assertThat(cache.published).isNotEmpty().doesNotHaveDuplicates();
        run.check();
        assertThat(stats().cachedRows()).isPositive();
        assertThat(stats().segmentRows()).isZero();
    }

    @Test
    void rowsThatWereReadFromFilesAreFoundTheNextTimeAndAfterAMerge() {
        commitBlocks(BLOCKS);
        run.store().flush();
        run.reopen();
        assertThat(cache.size()).as("a store that is opened empties its cache").isZero();
        run.check();
        long fromFiles = stats().segmentRows();
        assertThat(fromFiles).isEqualTo(cache.size()).isPositive();
        long generation = cache.generation();
        run.store().merge();
        run.check();
        assertThat(stats().segmentRows()).isEqualTo(fromFiles);
        assertThat(stats().cachedRows()).isEqualTo(fromFiles);
        assertThat(cache.generation()).isEqualTo(generation);
    }

    @Test
    void aViewPastTheCacheNeitherAsksNorFillsIt() {
        commitBlocks(BLOCKS);
        run.store().flush();
        run.reopen();
        try (StoreView view = run.store().openView(ReadMode.BYPASS_CACHE)) {
            CanonicalRows.assertStored(view, run.state(run.head()));
        }
        assertThat(stats().segmentRows()).isPositive();
        assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
        assertThat(cache.asked).isZero();
        assertThat(cache.size()).isZero();
    }

    /** H06, H07, H08: a side fork's and an ancestor's rows are its own; the cache gets what files say. */
    @Test
    void viewsOfOtherBlocksFillOnlyWhatFilesSay() {
        commitBlocks(BLOCKS);
        run.store().flush();
        run.reopen();
        commitBlocks(2);
        BlockId side = run.seal(
                run.canonical().get(BLOCKS - 3),
                FewKeys.block(run.state(run.canonical().get(BLOCKS - 3)), new Random(77)));
        try (TrieView ancestor = run.trie().view(run.canonical().get(BLOCKS - 4));
                TrieView forked = run.trie().view(side)) {
            StateCheck.checkShows(ancestor, run.state(run.canonical().get(BLOCKS - 4)));
            StateCheck.checkShows(forked, run.state(side));
        }
        run.check();
        run.store().flush();
        run.check();
    }

    @ParameterizedTest
    @EnumSource(
            value = PlainRowCache.Failure.class,
            names = {"BEFORE_VISIBLE", "AFTER_VISIBLE"})
    void aCacheThatFailsLeavesTheStoreRightAndIsUsedAgain(PlainRowCache.Failure failure) {
        commitBlocks(BLOCKS);
        run.store().flush();
        commitBlocks(3);
        cache.failure = failure;
        run.store().flush();
        cache.failure = PlainRowCache.Failure.NEVER;
        assertThat(stats().failedPublications()).isEqualTo(1);
        assertThat(stats().flushedSeq()).isEqualTo(stats().seq());
        assertThat(stats().overlayBytes()).isZero();
        assertThat(cache.size()).isZero();
        run.check();
        long fromFiles = stats().segmentRows();
        assertThat(fromFiles).isPositive();
        run.check();
        assertThat(stats().segmentRows()).as("the second time all is cached").isEqualTo(fromFiles);
        commitBlocks(2);
        run.store().flush();
        run.check();
        run.reopen();
        run.check();
    }

    @Test
    void everyChangeIsSaidToTheCache() {
        commitBlocks(BLOCKS);
        run.unwind(2);
        assertThat(cache.blocks).isEqualTo(BLOCKS + 1);
    }

    /** H02, H03, H05, H13: whatever is done, each row that the cache gives is the one that its parent names. */
    @Test
    void randomChangesFlushesMergesUnwindsAndOldViewsNeverFindAnotherRow() {
        Random random = new Random(20);
        List<TrieView> views = new ArrayList<>();
        List<BlockId> shown = new ArrayList<>();
        for (int step = 0; step < 120; step++) {
            switch (random.nextInt(11)) {
                case 0 -> run.unwind(random.nextInt(run.depth() + 1));
                case 1, 2 -> run.store().flush();
                case 3 -> run.store().merge();
                case 4 -> {
                    BlockId id = run.canonical().get(run.canonical().size() - 1 - random.nextInt(run.depth() + 1));
                    CommitmentTrie trie = run.trie();
                    views.add(trie.view(id));
                    shown.add(id);
                }
                case 5 -> {
                    for (int i = 0; i < views.size(); i++) {
                        StateCheck.checkShows(views.get(i), run.state(shown.get(i)));
                        views.get(i).close();
                    }
                    views.clear();
                    shown.clear();
                }
                case 6 -> cache.evict(random);
                default -> run.commit(step);
            }
            run.check();
        }
        views.forEach(TrieView::close);
        assertThat(stats().cachedRows()).isPositive();
        assertThat(stats().segmentRows()).isPositive();
    }
}
