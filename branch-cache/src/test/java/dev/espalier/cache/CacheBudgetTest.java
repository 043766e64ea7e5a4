package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One budget over both tiers, to the byte. H17, H18. */
class CacheBudgetTest {
    private static final long SEED = 0x5EED_B06E7L;

    private static BranchCache cache(long budgetBytes, double pinnedShare) {
        return BranchCache.create(CacheOptions.builder()
                .lifetime(CacheLifetime.CROSS_BLOCK)
                .budgetBytes(budgetBytes)
                .pinnedShare(pinnedShare)
                .shadowOneIn(1)
                .build());
    }

    private static void assertExact(BranchCache cache) {
        cache.maintain();
        CacheStats stats = cache.stats();
        assertThat(stats.bytes()).isEqualTo(Recount.bytes(cache));
        assertThat(stats.bytes()).isLessThanOrEqualTo(cache.options().budgetBytes());
        assertThat(stats.pinned().bytes()).isLessThanOrEqualTo(cache.options().pinnedBytes());
        long[] rows = new long[2];
        cache.forEach((_, _) -> rows[0]++, (_, _) -> rows[1]++);
        assertThat(stats.pinned().entries()).isEqualTo(rows[0]);
        assertThat(stats.evicting().entries()).isEqualTo(rows[1]);
    }

    private static void fill(BranchCache cache, BranchPath path, Random random) {
        BranchRow row = Rows.row(path, random.nextInt(4));
        if (cache.get(path, Rows.ref(row), cache.generation()) == null) {
            cache.fill(path, row, cache.generation());
        }
    }

    @Test
    void theBudgetHoldsThroughFillsPublicationsAndEvictions() {
        Random random = new Random(SEED);
        for (double share : new double[] {0, 0.25, 0.9}) {
            try (BranchCache cache = cache(200_000, share)) {
                for (int round = 0; round < 200; round++) {
                    for (int i = 0; i < 20; i++) {
                        fill(cache, Rows.path(random.nextInt(5), random.nextInt(400), random.nextInt(6)), random);
                    }
                    BranchPath changed = Rows.path(random.nextInt(5), random.nextInt(400), random.nextInt(6));
                    BranchRow after = random.nextBoolean() ? Rows.row(changed, round) : null;
                    cache.publish(Rows.change(changed, after), _ -> {});
                    assertExact(cache);
                }
                assertThat(cache.stats().evicting().evictions()).isPositive();
                assertThat(cache.stats().pinned().entries()).matches(rows -> (rows > 0) == (share > 0));
                cache.clear();
                assertThat(cache.stats().bytes()).isZero();
                assertThat(cache.stats().entries()).isZero();
                assertThat(Recount.bytes(cache)).isZero();
            }
        }
    }

    /** H18: a cache that was filled, emptied and filled again holds as much as the first time. */
    @Test
    void aCacheThatWasClearedTakesAsMuchAsBefore() {
        try (BranchCache cache = cache(100_000, 0.25)) {
            long first = 0;
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < 1000; i++) {
                    BranchPath path = Rows.path(3, i, 8);
                    cache.fill(path, Rows.row(path, 0), cache.generation());
                }
                assertExact(cache);
                long held = cache.stats().bytes();
                first = round == 0 ? held : first;
                assertThat(held).isBetween(first - 2_000, first + 2_000);
                cache.clear();
                assertThat(cache.stats().bytes()).isZero();
            }
        }
    }

    @Test
    void whatThePinnedTierDoesNotUseIsTheOthers() {
        try (BranchCache cache = cache(100_000, 0.5)) {
            for (int i = 0; i < 1000; i++) {
                BranchPath path = Rows.path(3, i, 8);
                cache.fill(path, Rows.row(path, 0), 0);
            }
            cache.maintain();
            assertThat(cache.stats().evicting().bytes()).isGreaterThan(95_000);
            for (int i = 0; i < 400; i++) {
                BranchPath path = Rows.path(0, i, 2);
                cache.fill(path, Rows.row(path, 0), 0);
            }
            assertExact(cache);
            assertThat(cache.stats().pinned().bytes()).isGreaterThan(30_000);
            assertThat(cache.stats().evicting().bytes()).isLessThan(70_000);
        }
    }

    @Test
    void pinnedRowsBeyondTheShareStandInTheOtherTier() {
        try (BranchCache cache = cache(400_000, 0.1)) {
            for (int i = 0; i < 250; i++) {
                BranchPath path = Rows.path(0, i, 2);
                BranchRow row = Rows.row(path, 0);
                cache.fill(path, row, 0);
                assertThat(cache.get(path, Rows.ref(row), 0)).isNotNull();
            }
            assertThat(cache.stats().pinned().entries()).isPositive();
            assertThat(cache.stats().evicting().entries()).isPositive();
            assertExact(cache);
            for (int i = 0; i < 250; i++) {
                BranchPath path = Rows.path(0, i, 2);
                cache.publish(Rows.change(path, Rows.row(path, 1)), _ -> {});
                assertThat(cache.get(path, Rows.ref(Rows.row(path, 1)), cache.generation()))
                        .isEqualTo(Rows.row(path, 1));
            }
            assertExact(cache);
        }
    }

    @Test
    void aBudgetTooSmallForOneRowKeepsNone() {
        try (BranchCache cache = cache(100, 0.25)) {
            BranchPath path = Rows.path(3, 1, 8);
            cache.fill(path, Rows.row(path, 0), 0);
            BranchPath root = BranchPath.root(0);
            cache.fill(root, Rows.row(root, 0), 0);
            assertExact(cache);
            assertThat(cache.stats().entries()).isZero();
        }
    }
}
