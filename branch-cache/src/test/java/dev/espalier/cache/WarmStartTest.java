package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.cache.PreloadReport.Outcome;
import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.InterceptedStore;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore.ReadMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cache carried over a restart by the list of its hot paths. */
class WarmStartTest {
    private static final long SEED = 0x5EED_3A53L;
    private static final int ACCOUNTS = 60;
    private static final int SLOTS = 40;

    @TempDir
    private Path folder;

    private final InterceptedStore files = new InterceptedStore(MemoryStore.create());
    private final BranchCache cache = cache(CacheOptions.DEFAULT_BUDGET_BYTES);
    private final CachedStore store = CachedStore.over(files, cache);
    private final CommitmentTrie trie = CommitmentTrie.over(store);
    private int blocks;

    private static BranchCache cache(long budgetBytes) {
        return BranchCache.create(CacheOptions.builder()
                .lifetime(CacheLifetime.CROSS_BLOCK)
                .budgetBytes(budgetBytes)
                .shadowOneIn(1)
                .build());
    }

    private Path file() {
        return folder.resolve("hot-paths");
    }

    @BeforeEach
    void commitSomeBlocks() {
        Random random = new Random(SEED);
        for (int i = 0; i < 3; i++) {
            commit(random);
        }
    }

    private void commit(Random random) {
        try (UncommittedBlock block = trie.begin(trie.head())) {
            for (int i = 0; i < ACCOUNTS; i++) {
                Hash32 account = Keys.spread(random.nextInt(ACCOUNTS));
                block.putAccount(account, Account.EMPTY);
                for (int slot = 0; slot < SLOTS; slot++) {
                    block.putStorage(
                            account, Keys.spread(random.nextInt(10 * SLOTS)), UInt256.of(1 + random.nextInt(9)));
                }
            }
            Hash32 root = block.stateRoot();
            block.seal(BlockId.of(Hash32.of(7, 0, 0, ++blocks)));
            block.commit(root);
        }
    }

    private static SortedSet<BranchPath> paths(BranchCache of) {
        SortedSet<BranchPath> paths = new TreeSet<>();
        of.forEach((path, _) -> paths.add(path), (path, _) -> paths.add(path));
        return paths;
    }

    private int save() {
        try (StoreView view = store.openView(ReadMode.NORMAL)) {
            return WarmStart.save(cache, file(), view);
        }
    }

    /** Opens the store's files with another cache, as after a restart. */
    private static PreloadReport restart(InterceptedStore files, BranchCache into, Path list) {
        CachedStore reopened = CachedStore.over(files, into);
        try (StoreView view = reopened.openView(ReadMode.NORMAL)) {
            return WarmStart.preload(into, list, view);
        }
    }

    @Test
    void everyRowThatWasHotIsThereAgain() {
        int listed = save();
        assertThat(listed).isEqualTo(paths(cache).size()).isGreaterThan(100);
        try (BranchCache again = cache(CacheOptions.DEFAULT_BUDGET_BYTES)) {
            PreloadReport report = restart(files, again, file());
            assertThat(report).isEqualTo(new PreloadReport(Outcome.LOADED, listed, listed, 0, ""));
            assertThat(paths(again)).isEqualTo(paths(cache));
            again.forEach(
                    (path, row) -> assertThat(row).isEqualTo(stored(path)),
                    (path, row) -> assertThat(row).isEqualTo(stored(path)));
        }
    }

    private BranchRow stored(BranchPath path) {
        BranchRow[] found = new BranchRow[1];
        cache.forEach(
                (at, row) -> found[0] = at.equals(path) ? row : found[0],
                (at, row) -> found[0] = at.equals(path) ? row : found[0]);
        return found[0];
    }

    /** Rows whose parents are not hot are listed with their hash. */
    @Test
    void partsOfTriesAreReadWithoutTheRowsAboveThem() {
        Random random = new Random(SEED);
        SortedSet<BranchPath> kept = new TreeSet<>();
        cache.forEach(
                (path, row) -> dropSome(path, row, random, kept), (path, row) -> dropSome(path, row, random, kept));
        assertThat(paths(cache)).isEqualTo(kept);
        int listed = save();
        assertThat(listed).isEqualTo(kept.size());
        try (BranchCache again = cache(CacheOptions.DEFAULT_BUDGET_BYTES)) {
            assertThat(restart(files, again, file()).loaded()).isEqualTo(listed);
            assertThat(paths(again)).isEqualTo(kept);
        }
    }

    private void dropSome(BranchPath path, CachedRow row, Random random, SortedSet<BranchPath> kept) {
        if (random.nextInt(3) == 0) {
            cache.drop(path, row);
        } else {
            kept.add(path);
        }
    }

    @Test
    void requestsComeInPathOrderAndOnlyOnce() {
        save();
        AtomicLong requested = new AtomicLong();
        files.intercept(new InterceptedStore.Interceptor() {
            @Override
            public void beforeRows(ReadMode mode, RowRequests requests) {
                for (int i = 1; i < requests.size(); i++) {
                    assertThat(requests.path(i)).isGreaterThan(requests.path(i - 1));
                }
                requested.addAndGet(requests.size());
            }
        });
        try (BranchCache again = cache(CacheOptions.DEFAULT_BUDGET_BYTES)) {
            assertThat(restart(files, again, file()).loaded()).isEqualTo((int) requested.get());
        }
    }

    @Test
    void aSmallerCacheReadsTheHottestPartOnly() {
        int listed = save();
        long half = cache.stats().bytes() / 2;
        try (BranchCache again = cache(half)) {
            PreloadReport report = restart(files, again, file());
            assertThat(report.outcome()).isEqualTo(Outcome.LOADED);
            assertThat(report.loaded()).isBetween(listed / 4, listed * 2 / 3);
            assertThat(report.loaded() + report.skipped()).isEqualTo(listed);
        }
    }

    @Test
    void aListOfAnotherStateIsIgnoredAndSaid() {
        save();
        commit(new Random(99));
        try (BranchCache again = cache(CacheOptions.DEFAULT_BUDGET_BYTES)) {
            PreloadReport report = restart(files, again, file());
            assertThat(report.outcome()).isEqualTo(Outcome.OTHER_STATE);
            assertThat(report.detail()).contains(file().toString(), "seq=3", "seq=4");
            assertThat(again.stats().entries()).isZero();
        }
    }

    @Test
    void aMissingListIsSaid() {
        assertThat(restart(files, cache, file()).outcome()).isEqualTo(Outcome.NO_LIST);
    }

    @Test
    void everyDamageIsIgnoredAndSaid() throws IOException {
        save();
        byte[] whole = Files.readAllBytes(file());
        Random random = new Random(SEED);
        try (BranchCache again = cache(CacheOptions.DEFAULT_BUDGET_BYTES)) {
            for (int i = 0; i < 300; i++) {
                byte[] damaged = i % 3 == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length)) : whole.clone();
                if (i % 3 == 1) {
                    damaged[random.nextInt(i < 150 ? 64 : whole.length)] ^= (byte) (1 << random.nextInt(8));
                } else if (i % 3 == 2) {
                    int from = random.nextInt(whole.length);
                    Arrays.fill(damaged, from, Math.min(whole.length, from + 100), (byte) 0);
                }
                Files.write(file(), damaged);
                PreloadReport report = restart(files, again, file());
                assertThat(report.outcome())
                        .as("damage %d: %s", i, report)
                        .isEqualTo(Arrays.equals(damaged, whole) ? Outcome.LOADED : Outcome.DAMAGED);
                assertThat(report.loaded() > 0).isEqualTo(report.outcome() == Outcome.LOADED);
                assertThat(report.detail().isEmpty()).isEqualTo(report.outcome() == Outcome.LOADED);
            }
        }
        Files.delete(file());
        Files.createDirectory(file());
        assertThat(restart(files, cache, file()).outcome()).isEqualTo(Outcome.DAMAGED);
    }

    @Test
    void aRowThatTheStoreRefusesStopsPreloadingAndIsNoError() {
        int listed = save();
        files.intercept(new InterceptedStore.Interceptor() {
            @Override
            public @Nullable BranchRow row(ReadMode mode, BranchPath path, BranchRow stored) {
                if (path.depth() > 1) {
                    throw new CorruptStoreException("made up");
                }
                return stored;
            }
        });
        try (BranchCache again = cache(CacheOptions.DEFAULT_BUDGET_BYTES)) {
            PreloadReport report = restart(files, again, file());
            assertThat(report.outcome()).isEqualTo(Outcome.STOPPED);
            assertThat(report.detail()).contains("made up");
            assertThat(report.loaded()).isBetween(1, listed - 1);
        }
    }

    @Test
    void aRowThatIsGoneLeavesOutWhatHangsFromIt() {
        int listed = save();
        files.intercept(new InterceptedStore.Interceptor() {
            @Override
            public @Nullable BranchRow row(ReadMode mode, BranchPath path, BranchRow stored) {
                return path.equals(BranchPath.root(BranchPath.ACCOUNT_TRIE)) ? null : stored;
            }
        });
        try (BranchCache again = cache(CacheOptions.DEFAULT_BUDGET_BYTES)) {
            PreloadReport report = restart(files, again, file());
            assertThat(report.outcome()).isEqualTo(Outcome.LOADED);
            assertThat(report.skipped()).isBetween(2, listed - 1);
            assertThat(paths(again)).noneMatch(path -> path.trieId() == BranchPath.ACCOUNT_TRIE);
        }
    }

    @Test
    void aListThatCannotBeWrittenIsAnErrorThatNamesTheFile() {
        Path nowhere = folder.resolve("missing").resolve("list");
        try (StoreView view = store.openView(ReadMode.NORMAL)) {
            assertThatThrownBy(() -> WarmStart.save(cache, nowhere, view))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(nowhere.toString());
        }
    }
}
