package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.store.StoreStats;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reorganisation leaves the cache hot: nothing is cleared, as nothing in it is of an undone block. H02, H06. */
class WarmAfterUnwindTest {
    private static final int ACCOUNTS = 200;
    private static final int SLOTS = 6_000;
    private static final int UNDONE = 5;
    private static final int WRITES = 250;

    @TempDir
    private Path directory;

    private static BlockId id(int number) {
        return number == 0 ? BlockId.NONE : BlockId.of(Hash32.of(0xB10C, 0, 0, number));
    }

    private static List<Op> genesis() {
        List<Op> writes = new ArrayList<>();
        for (int i = 0; i < ACCOUNTS; i++) {
            writes.add(Ops.put(Keys.spread(i), i + 1));
        }
        for (int i = 0; i < SLOTS; i++) {
            writes.add(Ops.slot(Keys.spread(i % 2), Keys.spread(i), i + 1));
        }
        return writes;
    }

    /** Two thirds of a block's writes go to the same tenth of the slots. */
    private static List<Op> block(int number) {
        Random random = new Random(number);
        List<Op> writes = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            int slot = random.nextInt(3) > 0 ? random.nextInt(SLOTS / 10) : random.nextInt(SLOTS);
            writes.add(Ops.slot(Keys.spread(slot % 2), Keys.spread(slot), 1 + random.nextInt(1_000_000)));
        }
        return writes;
    }

    private static void commit(CommitmentTrie trie, int number, List<Op> writes) {
        try (UncommittedBlock block = trie.begin(id(number - 1))) {
            Ops.write(block, writes);
            block.seal(id(number));
            block.commit(block.stateRoot());
        }
    }

    private static double shareOf(LayeredStore store, int from, IntConsumer commit) {
        StoreStats before = store.stats();
        for (int number = from; number < from + UNDONE; number++) {
            commit.accept(number);
        }
        StoreStats after = store.stats();
        return new ReadsByTier(
                        after.overlayRows() - before.overlayRows(),
                        after.cachedRows() - before.cachedRows(),
                        after.segmentRows() - before.segmentRows())
                .shareWithoutStore();
    }

    /** With a flush after every block, and an overlay that holds one. */
    @ParameterizedTest
    @ValueSource(longs = {200_000, 400_000, 64 << 20})
    void unwindingFiveBlocksCostsHardlyAnyHit(long budgetBytes) {
        StoreOptions options = StoreOptions.builder()
                .background(false)
                .overlayBytes(1)
                .freezeAfter(16)
                .logMap(1 << 20, 1L << 30)
                .build();
        CacheOptions caching = CacheOptions.builder()
                .lifetime(CacheLifetime.CROSS_BLOCK)
                .budgetBytes(budgetBytes)
                .shadowOneIn(1)
                .build();
        try (BranchCache cache = BranchCache.create(caching);
                LayeredStore store = LayeredStore.open(directory, options, cache)) {
            CommitmentTrie trie = CommitmentTrie.over(store);
            commit(trie, 1, genesis());
            for (int number = 2; number < 20; number++) {
                commit(trie, number, block(number));
            }
            double before = shareOf(store, 20, number -> commit(trie, number, block(number)));
            Hash32 root = trie.headRoot();
            trie.unwindTo(id(19));
            double after = shareOf(store, 20, number -> commit(trie, number, block(number)));
            assertThat(trie.headRoot()).isEqualTo(root);
            System.out.printf(
                    "row reads without a file read, budget %,d bytes: %.1f %% before unwinding 5 blocks, %.1f %%"
                            + " after%n",
                    budgetBytes, 100 * before, 100 * after);
            assertThat(before).isGreaterThan(0.3);
            assertThat(after).isGreaterThanOrEqualTo(0.95 * before);
            assertThat(store.stats().flushes()).isGreaterThanOrEqualTo(30);
            assertThat(cache.stats().divergences()).isZero();
        }
    }
}
