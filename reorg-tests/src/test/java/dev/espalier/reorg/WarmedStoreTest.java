package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.oracle.ShapedBlocks;
import dev.espalier.warmer.BlockWarmer;
import dev.espalier.warmer.Warmer;
import dev.espalier.warmer.WarmerOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A store on disk with a cache and a warmer, through flushes, merges, unwinds, blocks on ancestors and blocks on sealed
 * ones: every root is the oracle's, and no row of one state is ever found under another (H66).
 */
@Timeout(120)
class WarmedStoreTest {
    private static final int BLOCKS = Boolean.getBoolean("espalier.long") ? 1_500 : 45;
    private static final int DEEPEST = 6;

    @TempDir
    private Path directory;

    private final List<List<Op>> blocks = new ArrayList<>();
    private final List<Hash32> roots = new ArrayList<>();
    private final List<BlockId> committed = new ArrayList<>();
    private int nextId = 1;

    @ParameterizedTest
    @EnumSource(CacheLifetime.class)
    void everyRootIsRightWithCacheAndWarmerThroughReorgs(CacheLifetime lifetime) {
        long seed = lifetime == CacheLifetime.PER_BLOCK ? 0x5EED_3EAFL : 0x5EED_3EB0L;
        Random random = new Random(seed);
        prepare(seed);
        CacheOptions cacheOptions = CacheOptions.builder()
                .lifetime(lifetime)
                .budgetBytes(4L << 20)
                .shadowOneIn(1)
                .build();
        try (BranchCache cache = BranchCache.create(cacheOptions);
                LayeredStore store = LayeredStore.open(
                        directory, StoreOptions.builder().background(false).build(), cache);
                Warmer warmer = Warmer.create(
                        WarmerOptions.builder().workers(3).batchKeys(8).build())) {
            CommitmentTrie trie = CommitmentTrie.over(store);
            while (committed.size() < BLOCKS) {
                step(trie, warmer, random, seed);
                upkeep(store, random);
            }
            assertThat(warmer.report().useful()).as("seed=%d", seed).isPositive();
            assertThat(warmer.report().failed()).as("seed=%d", seed).isZero();
            assertThat(trie.stats().divergences()).as("seed=%d", seed).isZero();
            assertThat(trie.stats().unwinds()).as("seed=%d", seed).isPositive();
            assertThat(trie.stats().openViews()).isZero();
        }
    }

    private void prepare(long seed) {
        OracleState oracle = new OracleState();
        roots.add(Keys.ofTrie(oracle.stateRoot()));
        for (List<Op> ops : ShapedBlocks.first(BLOCKS + 1, seed)) {
            oracle.applyBlock(ops);
            blocks.add(ops);
            roots.add(Keys.ofTrie(oracle.stateRoot()));
        }
    }

    private void step(CommitmentTrie trie, Warmer warmer, Random random, long seed) {
        int height = committed.size();
        if (height > DEEPEST && random.nextInt(8) == 0) {
            int back = 1 + random.nextInt(DEEPEST);
            warmer.quiesce();
            trie.unwindTo(committed.get(height - 1 - back));
            committed.subList(height - back, height).clear();
            assertThat(trie.headRoot()).as("seed=%d", seed).isEqualTo(roots.get(height - back));
        } else if (height > DEEPEST && random.nextInt(6) == 0) {
            int below = height - 1 - random.nextInt(DEEPEST);
            BlockId side = execute(trie, warmer, committed.get(below - 1), below, random);
            trie.discard(side);
        } else {
            BlockId parent = height == 0 ? BlockId.NONE : committed.getLast();
            BlockId id = execute(trie, warmer, parent, height, random);
            if (random.nextInt(4) == 0) {
                trie.discard(execute(trie, warmer, id, height + 1, random));
            }
            trie.commit(id, roots.get(height + 1));
            committed.add(id);
        }
    }

    /** Executes block number {@code number} on a parent and seals it. */
    private BlockId execute(CommitmentTrie trie, Warmer warmer, BlockId parent, int number, Random random) {
        BlockId id = BlockId.of(Keys.spread(nextId++));
        try (UncommittedBlock block = trie.begin(parent);
                BlockWarmer warm = warmer.begin(block)) {
            List<Op> ops = blocks.get(number);
            for (Op op : ops) {
                if (op instanceof Op.PutSlot put) {
                    warm.touch(Keys.ofTrie(put.accountKey()), Keys.ofTrie(put.slotKey()));
                } else {
                    warm.touch(Keys.ofTrie(op.accountKey()));
                }
            }
            if (random.nextBoolean()) {
                warm.awaitDrain();
            }
            Ops.write(block, ops);
            assertThat(block.stateRoot()).as("block %d", number).isEqualTo(roots.get(number + 1));
            block.seal(id);
        }
        return id;
    }

    private static void upkeep(LayeredStore store, Random random) {
        int lot = random.nextInt(12);
        if (lot < 4) {
            store.flush();
        }
        if (lot == 0) {
            store.merge();
        }
    }
}
