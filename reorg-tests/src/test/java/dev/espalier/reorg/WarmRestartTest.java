package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import dev.espalier.cache.PreloadReport;
import dev.espalier.cache.PreloadReport.Outcome;
import dev.espalier.cache.WarmStart;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.store.StoreStats;
import dev.espalier.store.StoreVerification;
import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.hash.Keccak256;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore.ReadMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store on disk whose cache is hot again after it was closed and opened. */
class WarmRestartTest {
    private static final boolean LONG = Boolean.getBoolean("espalier.long");
    private static final long SEED = 0x5EED_9E57L;

    private static final int ACCOUNTS = 12_000;
    private static final int HOT = 400;
    private static final int BLOCKS = 6;
    private static final int WRITES = 300;
    /** Holds about a half of the state's rows. */
    private static final long BUDGET_BYTES = 900_000;

    /** So much is read again within five seconds, of a state whose rows take more. */
    private static final long PRELOADED_BYTES = LONG ? 256L << 20 : 4L << 20;

    private static final int PRELOADED_ACCOUNTS = LONG ? 2_400_000 : 40_000;
    private static final int ACCOUNTS_A_BLOCK = 100_000;

    @TempDir
    private Path directory;

    private final Random random = new Random(SEED);
    private BranchCache cache;
    private LayeredStore store;
    private CommitmentTrie trie;
    private int blocks;

    private Path list() {
        return directory.resolve("hot-paths");
    }

    private void open(long budgetBytes) {
        cache = BranchCache.create(CacheOptions.builder()
                .lifetime(CacheLifetime.CROSS_BLOCK)
                .budgetBytes(budgetBytes)
                .build());
        StoreOptions options = StoreOptions.builder()
                .background(false)
                .window(4)
                .shortKeys(false)
                .logMap(1 << 20, 8L << 30)
                .build();
        store = LayeredStore.open(directory.resolve("store"), options, cache);
        trie = CommitmentTrie.over(store);
    }

    @AfterEach
    void close() {
        store.close();
        cache.close();
    }

    /** Closes the store as an embedder does that keeps the cache warm, and opens it with an empty cache. */
    private void restart(long budgetBytes) {
        try (StoreView view = store.openView(ReadMode.NORMAL)) {
            WarmStart.save(cache, list(), view);
        }
        close();
        open(budgetBytes);
    }

    private PreloadReport preload() {
        try (StoreView view = store.openView(ReadMode.NORMAL)) {
            return WarmStart.preload(cache, list(), view);
        }
    }

    private static Hash32 key(int account) {
        return Keccak256.hash32(
                ByteBuffer.allocate(Integer.BYTES).putInt(account).array());
    }

    /** Commits a block of accounts and flushes it. */
    private void commit(IntStream accounts) {
        try (UncommittedBlock block = trie.begin(trie.head())) {
            blocks++;
            accounts.forEach(
                    account -> block.putAccount(key(account), new Account(blocks, UInt256.ONE, Account.NO_CODE)));
            Hash32 root = block.stateRoot();
            block.seal(BlockId.of(Hash32.of(9, 0, 0, blocks)));
            block.commit(root);
        }
        store.flush();
    }

    /** Commits a block that writes mostly to hot accounts, and returns the part of its rows that the cache had. */
    private double hitRateOfOneBlock() {
        StoreStats before = store.stats();
        commit(random.ints(WRITES).map(any -> any % 5 == 0 ? (any >>> 8) % ACCOUNTS : (any >>> 8) % HOT));
        StoreStats after = store.stats();
        long cached = after.cachedRows() - before.cachedRows();
        long read = after.segmentRows() - before.segmentRows();
        assertThat(after.overlayRows())
                .as("rows from the overlay, which was flushed")
                .isEqualTo(before.overlayRows());
        return (double) cached / (cached + read);
    }

    private double warmUp() {
        open(BUDGET_BYTES);
        commit(IntStream.range(0, ACCOUNTS));
        double rate = 0;
        for (int i = 0; i < BLOCKS; i++) {
            rate = hitRateOfOneBlock();
        }
        assertThat(rate).as("hit rate before, seed=%d", SEED).isBetween(0.5, 0.99);
        return rate;
    }

    @Test
    void theFirstBlockAfterARestartFindsNearlyAsMuchAsTheLastBefore() {
        double before = warmUp();
        restart(BUDGET_BYTES);
        PreloadReport report = preload();
        assertThat(report.outcome()).as("%s", report).isEqualTo(Outcome.LOADED);
        assertThat(hitRateOfOneBlock())
                .as("after %s, before %f", report, before)
                .isGreaterThan(0.9 * before);
    }

    /** What the test above is worth: without the list the first block finds hardly anything. */
    @Test
    void withoutTheListTheFirstBlockFindsHardlyAnything() {
        double before = warmUp();
        restart(BUDGET_BYTES);
        assertThat(hitRateOfOneBlock()).isLessThan(0.1 * before);
    }

    /** H48: a list that was damaged is no reason not to start, and none to believe it. */
    @Test
    void aDamagedListIsIgnoredAndSaid() throws IOException {
        warmUp();
        restart(BUDGET_BYTES);
        byte[] bytes = Files.readAllBytes(list());
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        Files.write(list(), bytes);
        PreloadReport report = preload();
        assertThat(report.outcome()).isEqualTo(Outcome.DAMAGED);
        assertThat(report.detail()).contains(list().toString());
        assertThat(cache.stats().entries()).isZero();
        hitRateOfOneBlock();
        assertThat(StoreVerification.of(store).faults()).isEmpty();
    }

    @Test
    void aListOfAnotherStateIsIgnoredAndSaid() {
        warmUp();
        restart(BUDGET_BYTES);
        hitRateOfOneBlock();
        PreloadReport report = preload();
        assertThat(report.outcome()).isEqualTo(Outcome.OTHER_STATE);
        assertThat(report.detail()).contains(list().toString());
    }

    /** 256 MiB when it runs long. */
    @Test
    void aWholeCacheIsReadAgainWithinFiveSeconds() {
        open(PRELOADED_BYTES / 4 * 5);
        for (int from = 0; from < PRELOADED_ACCOUNTS; from += ACCOUNTS_A_BLOCK) {
            commit(IntStream.range(from, Math.min(PRELOADED_ACCOUNTS, from + ACCOUNTS_A_BLOCK)));
        }
        store.merge();
        restart(PRELOADED_BYTES / 4 * 5);
        long begin = System.nanoTime();
        PreloadReport report = preload();
        Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
        cache.maintain();
        long bytes = cache.stats().bytes();
        System.out.printf("preloaded %d bytes, %d rows, in %d ms%n", bytes, report.loaded(), elapsed.toMillis());
        assertThat(report.outcome()).as("%s", report).isEqualTo(Outcome.LOADED);
        assertThat(bytes).as("%s", report).isGreaterThan(PRELOADED_BYTES);
        assertThat(elapsed).isLessThan(Duration.ofSeconds(5));
    }
}
