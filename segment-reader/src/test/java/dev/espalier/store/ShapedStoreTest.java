package dev.espalier.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.ShapedBlocks;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Blocks in the shapes that break tries, on stores on disk, each in every way of computing that must not matter, with
 * flushes, merges, reopenings and unwinds in between: roots and rows are the oracle's. What {@code DifferentialTest} is
 * over a store in memory.
 */
class ShapedStoreTest {
    private static final int SEEDS = Boolean.getBoolean("espalier.long") ? 100 : 2;
    private static final int BLOCKS = 14;
    private static final ExecutorService WORKERS = Executors.newFixedThreadPool(2);

    @TempDir
    private Path directory;

    private long keysInBase;

    @AfterAll
    static void endWorkers() {
        WORKERS.shutdownNow();
    }

    private static TrieOptions.Builder split(int above) {
        return TrieOptions.builder().executor(WORKERS, 3).splitAbove(above);
    }

    @Test
    void everyWayOfComputingOverAStoreOnDiskGivesTheOraclesRootsAndRows() {
        List<TrieOptions> ways = List.of(
                TrieOptions.defaults(),
                split(0).build(),
                TrieOptions.builder().partitionKeys(7).build(),
                split(0).partitionKeys(3).build());
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (int way = 0; way < ways.size(); way++) {
                try {
                    play(seed, directory.resolve(seed + "-" + way), ways.get(way));
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("seed=" + seed + ", way=" + way, e);
                }
            }
        }
        assertThat(keysInBase).as("short keys found").isPositive();
    }

    private void play(long seed, Path store, TrieOptions way) {
        Random random = new Random(seed);
        ShapedBlocks blocks = new ShapedBlocks(seed);
        StoreRun run = new StoreRun(
                store,
                StoreOptions.builder()
                        .window(BLOCKS)
                        .background(false)
                        .partitionBytes(4_096)
                        .logMap(1 << 20, 1L << 30)
                        .build(),
                way);
        try {
            for (int block = 0; block < BLOCKS; block++) {
                List<Op> writes = blocks.next();
                run.commit(writes);
                if (random.nextInt(4) == 0) {
                    run.unwind(1);
                    run.check();
                    run.commit(writes);
                }
                maintain(run, random);
            }
            run.check();
            run.unwind(random.nextInt(run.depth()));
            run.check();
            assertThat(StoreVerification.of(run.store()).faults()).isEmpty();
            keysInBase += run.store().stats().keysInBase();
        } finally {
            run.close();
        }
    }

    private void maintain(StoreRun run, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> run.store().flush();
            case 1 -> {
                run.store().flush();
                run.store().merge();
            }
            case 2 -> {
                keysInBase += run.store().stats().keysInBase();
                run.reopen();
            }
            default -> {}
        }
    }
}
