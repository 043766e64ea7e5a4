package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import org.junit.jupiter.api.Test;

/** A cache that finds nothing stops costing; one that begins to find takes everything again. */
class AdmissionTest {
    private static final int HELD = 500;

    private final BranchCache cache = cache(CacheLifetime.CROSS_BLOCK);

    /** A cache for about so many rows. */
    private static BranchCache cache(CacheLifetime lifetime) {
        return BranchCache.create(CacheOptions.builder()
                .lifetime(lifetime)
                .budgetBytes(HELD * 500L)
                .pinnedShare(0)
                .shadowOneIn(0)
                .build());
    }

    /** Reads rows in turn, and returns how many were found. */
    private static int read(BranchCache cache, int from, int to) {
        int found = 0;
        for (int i = from; i < to; i++) {
            BranchPath path = Rows.path(1, i, 9);
            BranchRow row = Rows.row(path, 0);
            if (cache.get(path, Rows.ref(row), 0) != null) {
                found++;
            } else {
                cache.fill(path, row, 0);
            }
        }
        return found;
    }

    @Test
    void readsThatNeverComeBackAreSoonHeldBack() {
        read(cache, 0, 5 * HELD);
        long before = cache.stats().heldBackFills();
        read(cache, 5 * HELD, 15 * HELD);
        long heldBack = cache.stats().heldBackFills() - before;
        assertThat(heldBack).isGreaterThan(10 * HELD * 9 / 10);
    }

    @Test
    void readsThatComeBackAreSoonFoundAgain() {
        read(cache, 0, 15 * HELD);
        assertThat(cache.stats().heldBackFills()).isPositive();
        int rows = HELD / 2;
        read(cache, 100_000, 100_000 + rows);
        int found = 0;
        int passes = 0;
        while (found < rows * 9 / 10) {
            assertThat(passes++)
                    .as("passes, of which the last found %d of %d", found, rows)
                    .isLessThan(8);
            found = read(cache, 100_000, 100_000 + rows);
        }
    }

    @Test
    void aCacheThatFillsUpForTheFirstTimeTakesEveryRow() {
        read(cache, 0, HELD);
        assertThat(cache.stats().heldBackFills()).isZero();
        assertThat(cache.stats().fills()).isEqualTo(HELD);
    }

    @Test
    void blocksThatReadNothingTwiceAreHeldBackToo() {
        int rows = HELD / 2;
        try (BranchCache perBlock = cache(CacheLifetime.PER_BLOCK)) {
            for (int block = 0; block < 30; block++) {
                read(perBlock, block * rows, (block + 1) * rows);
                perBlock.blockCommitted();
            }
            assertThat(perBlock.stats().evicting().evictions()).isZero();
            assertThat(perBlock.stats().heldBackFills()).isGreaterThan(15L * rows);
        }
    }

    @Test
    void aCacheThatFindsRowsTakesEveryRow() {
        for (int pass = 0; pass < 20; pass++) {
            read(cache, 0, HELD * 3 / 4);
            read(cache, 1000 * (pass + 1), 1000 * (pass + 1) + HELD / 2);
        }
        assertThat(cache.stats().heldBackFills()).isZero();
        assertThat(cache.stats().evicting().evictions()).isPositive();
    }

    @Test
    void aClearStartsAnew() {
        read(cache, 0, 15 * HELD);
        long before = cache.stats().heldBackFills();
        assertThat(before).isPositive();
        long generation = cache.clear();
        BranchPath path = Rows.path(1, 0, 9);
        for (int i = 0; i < 100; i++) {
            cache.fill(Rows.path(1, i, 9), Rows.row(path, 0), generation);
        }
        assertThat(cache.stats().heldBackFills()).isEqualTo(before);
    }
}
