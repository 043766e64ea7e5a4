package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import dev.espalier.cache.CacheStats;
import dev.espalier.segment.SegmentStats;
import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.hash.Keccak256;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowRequests;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore.ReadMode;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows that are read once and never again: a cache cannot help, and must cost next to nothing. It is counted in lookups of
 * files and in allocated bytes, never in time.
 */
class NoReuseTest {
    private static final long SEED = 0x5EED_0507L;
    private static final int ACCOUNTS = Boolean.getBoolean("espalier.long") ? 600_000 : 60_000;
    private static final int BATCH = 64;
    /** So many rounds are not counted: compiled code does not allocate what it need not. */
    private static final int WARM_UP = 6;

    private static final double MOST = 1.03;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path directory;

    /** A row to read, and what its parent holds of it. */
    private record Wanted(BranchPath path, NodeRef ref) {}

    /** What reading every row once has cost. */
    private record Cost(long pages, long filterLookups, long allocatedBytes) {}

    private LayeredStore open(RowCache cache) {
        StoreOptions options = StoreOptions.builder()
                .background(false)
                .window(2)
                .logMap(1 << 20, 4L << 30)
                .build();
        return LayeredStore.open(directory, options, cache);
    }

    private static Hash32 key(int account) {
        return Keccak256.hash32(
                ByteBuffer.allocate(Integer.BYTES).putInt(account).array());
    }

    private void makeState() {
        try (LayeredStore store = open(RowCache.none())) {
            CommitmentTrie trie = CommitmentTrie.over(store);
            try (UncommittedBlock block = trie.begin(BlockId.NONE)) {
                for (int i = 0; i < ACCOUNTS; i++) {
                    block.putAccount(key(i), Account.EMPTY);
                }
                Hash32 root = block.stateRoot();
                block.seal(BlockId.of(Hash32.of(1, 2, 3, 4)));
                block.commit(root);
            }
            store.flush();
        }
    }

    /** Returns all rows of the account trie, in random order, but for the rows of a batch. */
    private static List<Wanted> allRows(StoreView view) {
        RootCell.Branch root = (RootCell.Branch) view.mark().cell();
        List<Wanted> all = new ArrayList<>();
        all.add(new Wanted(root.path(), root.ref()));
        for (int from = 0; from < all.size(); ) {
            List<Wanted> level = List.copyOf(all.subList(from, all.size()));
            from = all.size();
            RowRequests requests = load(view, level);
            for (int i = 0; i < requests.size(); i++) {
                addBelow(level.get(i).path(), requests.row(i), all);
            }
        }
        Collections.shuffle(all, new Random(SEED));
        for (int from = 0; from + BATCH <= all.size(); from += BATCH) {
            all.subList(from, from + BATCH).sort(Comparator.comparing(Wanted::path));
        }
        return all;
    }

    private static void addBelow(BranchPath path, @Nullable BranchRow row, List<Wanted> all) {
        assertThat(row).as("row %s", path).isNotNull();
        for (int child = 0; child < 16; child++) {
            if (RowReader.bit(row.branches(), child)) {
                all.add(new Wanted(row.branchBelow(path, child), row.refBelow(child)));
            }
        }
    }

    private static RowRequests load(StoreView view, List<Wanted> rows) {
        RowRequests requests = new RowRequests();
        rows.forEach(row -> requests.add(row.path(), row.ref()));
        view.loadRows(requests);
        return requests;
    }

    private static void load(StoreView view, List<Wanted> rows, int begin, int end) {
        for (int from = begin; from + BATCH <= end; from += BATCH) {
            load(view, rows.subList(from, from + BATCH));
        }
    }

    /** Reads every row once, through the cache; counts when it has had the time to fill up, and to learn. */
    private Cost read(List<Wanted> rows, RowCache cache) {
        try (LayeredStore store = open(cache);
                StoreView view = store.openView(ReadMode.NORMAL)) {
            int learnt = rows.size() / 4 / BATCH * BATCH;
            load(view, rows, 0, learnt);
            SegmentStats before = store.stats().reads();
            long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
            load(view, rows, learnt, rows.size());
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
            SegmentStats after = store.stats().reads();
            return new Cost(
                    after.pagesRead() - before.pagesRead(),
                    after.filterNegatives() - before.filterNegatives(),
                    allocated);
        }
    }

    private static BranchCache smallCache(CacheLifetime lifetime) {
        return BranchCache.create(
                CacheOptions.builder().lifetime(lifetime).budgetBytes(256 << 10).build());
    }

    @Test
    void aCacheOfRowsThatNeverComeBackCostsAtMostThreePercent() {
        makeState();
        List<Wanted> rows;
        try (LayeredStore store = open(RowCache.none());
                StoreView view = store.openView(ReadMode.NORMAL)) {
            rows = allRows(view);
        }
        Cost off = read(rows, RowCache.none());
        Cost on = off;
        for (int round = 0; round <= WARM_UP; round++) {
            off = read(rows, RowCache.none());
            try (BranchCache cache = smallCache(CacheLifetime.CROSS_BLOCK)) {
                on = read(rows, cache);
                CacheStats stats = cache.stats();
                assertThat(stats.hits()).as("hits of %s", stats).isZero();
                assertThat(stats.misses())
                        .as("lookups in the cache: one a row")
                        .isEqualTo(rows.size() - rows.size() % BATCH);
                assertThat(stats.heldBackFills()).as("held back of %s", stats).isGreaterThan(rows.size() / 2);
            }
        }
        System.out.printf(
                "no reuse: rows=%d seed=%d, off %s, on %s, allocated %.4f%n",
                rows.size(), SEED, off, on, (double) on.allocatedBytes() / off.allocatedBytes());
        assertThat(on.pages()).isEqualTo(off.pages());
        assertThat(on.filterLookups()).isEqualTo(off.filterLookups());
        assertThat((double) on.allocatedBytes() / off.allocatedBytes()).isLessThan(MOST);
    }
}
