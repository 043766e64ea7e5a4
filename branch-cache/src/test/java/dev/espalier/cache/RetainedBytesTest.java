package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.RowReader;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
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

    /**
     * Key, entry, row, array, Caffeine's node and the map's: what belongs to one row alone. Its shares of the map's table
     * and of the frequency sketch come to that, and a path of more than 32 nibbles.
     */
    @Test
    void aRowCostsItsEncodedBytesAndAtMost190() {
        Random random = new Random(SEED);
        int mostOfObjects = 0;
        int most = 0;
        for (int depth = 0; depth <= 32; depth++) {
            BranchPath path = Rows.path(0, depth, depth);
            for (int children = 2; children <= 16; children++) {
                for (int leaves = 0; leaves <= children; leaves++) {
                    BranchRow row = Rows.row(path, random, children, leaves);
                    int overhead = RetainedBytes.evicting(path, row) - row.encodedLength();
                    most = Math.max(most, overhead);
                    mostOfObjects = Math.max(mostOfObjects, overhead - RetainedBytes.SHARES);
                }
            }
        }
        assertThat(mostOfObjects).isLessThanOrEqualTo(KEYS_AND_OVERHEAD);
        assertThat(most).isLessThanOrEqualTo(KEYS_AND_OVERHEAD + 5);
    }

    /** A branch as an object with an object for each child, and arrays for what the child holds. */
    private record ObjectBranch(int depth, @Nullable ObjectCell[] cells) {}

    private record ObjectCell(byte[] ref, byte @Nullable [] rest, boolean branch, boolean embedded) {}

    private static ObjectBranch objects(BranchPath path, BranchRow row) {
        @Nullable ObjectCell[] cells = new ObjectCell[16];
        for (int child = 0; child < cells.length; child++) {
            if (RowReader.bit(row.present(), child)) {
                boolean leaf = RowReader.bit(row.rests(), child);
                byte[] rest =
                        leaf ? Arrays.copyOfRange(row.leafKey(path, child).toBytes(), path.depth() / 2, 32) : null;
                cells[child] = new ObjectCell(
                        row.ref(child).toBytes(),
                        rest,
                        RowReader.bit(row.branches(), child),
                        RowReader.bit(row.embedded(), child));
            }
        }
        return new ObjectBranch(path.depth(), cells);
    }

    /** What an encoded row takes beside an object for each cell with the same content, key and map apart. */
    @Test
    void anEncodedRowTakesLessThanAnObjectForEachCell() {
        Random random = new Random(SEED);
        BranchPath path = Rows.path(0, 1, 6);
        System.out.println("children  leaves  encoded  cached row  with key and node  object per cell");
        for (int children : new int[] {2, 4, 8, 16}) {
            for (int leaves : new int[] {0, children / 2, children}) {
                BranchRow row = Rows.row(path, random, children, leaves);
                long objects = GraphLayout.parseInstance(objects(path, row)).totalSize();
                System.out.printf(
                        "%8d  %6d  %7d  %10d  %17d  %15d%n",
                        children,
                        leaves,
                        row.encodedLength(),
                        RetainedBytes.pinned(row),
                        RetainedBytes.evicting(path, row),
                        objects);
                assertThat((double) RetainedBytes.pinned(row) / objects)
                        .as("%d children, %d leaves", children, leaves)
                        .isLessThan(0.8);
            }
        }
    }
}
