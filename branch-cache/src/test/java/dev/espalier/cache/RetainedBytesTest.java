package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.GraphLayout;

/** The bytes that budgets are kept in, against what the objects take (JOL). H18. */
class RetainedBytesTest {
    private static final long SEED = 0x5EED_B17E5L;
    private static final int KEYS_AND_OVERHEAD = 190;

    @Test
    void objectsTakeWhatIsWrittenDown() {
        Random random = new Random(SEED);
        for (int depth : new int[] {0, 5, 32, 33, 63}) {
            BranchPath path = Rows.path(9, depth, depth);
            for (int children = 2; children <= 16; children++) {
                BranchRow row = Rows.row(path, random, children);
                long cached = GraphLayout.parseInstance(new CachedRow(row, 1)).totalSize();
                assertThat(RetainedBytes.pinned(row)).as("row of %d", children).isEqualTo((int) cached);
                long key = GraphLayout.parseInstance(path).totalSize();
                long plain = GraphLayout.parseInstance(BranchPath.root(1)).totalSize();
                int spilled = RetainedBytes.evicting(path, row) - RetainedBytes.evicting(BranchPath.root(1), row);
                assertThat((long) spilled).as("depth %d", depth).isEqualTo(key - plain);
            }
        }
        assertThat(RetainedBytes.ofSlots(4369))
                .isEqualTo(GraphLayout.parseInstance((Object) new Object[4369]).totalSize());
    }

    /**
     * The sum of weights of a full cache, against the whole graph of its objects. The map and the sketch double with the
     * number of rows, so the budgets are spread over one doubling.
     */
    @ParameterizedTest
    @ValueSource(ints = {3_000_000, 4_000_000, 5_000_000})
    void weightsAreTheHeapWithinThreePercent(int budgetBytes) {
        try (BranchCache cache = BranchCache.create(CacheOptions.builder()
                .lifetime(CacheLifetime.CROSS_BLOCK)
                .budgetBytes(budgetBytes)
                .pinnedAccountDepth(2)
                .shadowOneIn(0)
                .build())) {
            long empty = GraphLayout.parseInstance(cache).totalSize();
            Random random = new Random(SEED);
            for (int i = 0; i < budgetBytes / 200; i++) {
                BranchPath path =
                        BranchPath.of(0, Hash32.of(random.nextLong(), random.nextLong(), 0, 0), 1 + random.nextInt(12));
                cache.fill(path, Rows.row(path, random, 2 + random.nextInt(9)), 0);
            }
            cache.maintain();
            long real = GraphLayout.parseInstance(cache).totalSize() - empty;
            CacheStats stats = cache.stats();
            assertThat(stats.evicting().evictions()).isPositive();
            assertThat((double) stats.bytes() / real)
                    .as("bytes=%d of %d rows, heap=%d", stats.bytes(), stats.entries(), real)
                    .isBetween(0.97, 1.03);
        }
    }

    @Test
    void aRowCostsItsEncodedBytesAndAtMost190() {
        BranchPath path = Rows.path(0, 1, 9);
        BranchRow row = Rows.row(path, new Random(SEED), 7);
        int overhead = RetainedBytes.evicting(path, row) - row.encodedLength();
        assertThat(overhead).isLessThanOrEqualTo(KEYS_AND_OVERHEAD);
    }
}
