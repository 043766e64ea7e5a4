package dev.espalier.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.RowChanges;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One publisher and several readers, new and old, that fill, over a budget that holds a part of the rows, with trunks that
 * come and go. Whatever a reader finds must be the row of its version. H03, H05 to H09, H12, H13, H17, H18.
 */
class CacheStressTest {
    private static final long SEED = 0x5EED_CAC4EL;
    private static final long SECONDS = Boolean.getBoolean("espalier.long") ? 120 : 1;
    private static final int READERS = 3;
    private static final int TRIES = 8;
    private static final int BUDGET_BYTES = 60_000;
    private static final NodeRef ANY = NodeRef.ofHash(Hash32.ZERO);

    /** A version of the files: the row of each path, or null. */
    private record Head(long generation, @Nullable BranchRow[] rows) {}

    private final List<BranchPath> paths = paths();
    private volatile Head head = new Head(0, new BranchRow[0]);
    private volatile boolean ended;

    /** Paths of the account trie and of storage tries, some with slots, some below. */
    private static List<BranchPath> paths() {
        List<BranchPath> paths = new ArrayList<>();
        for (int trie = 0; trie < TRIES; trie++) {
            for (int i = 0; i < 40; i++) {
                int depth = i == 0 ? 0 : i < 10 ? 1 : 2 + i % 4;
                BranchPath path = Rows.path(trie, i, depth);
                if (!paths.contains(path)) {
                    paths.add(path);
                }
            }
        }
        return paths;
    }

    private @Nullable BranchRow[] firstRows() {
        @Nullable BranchRow[] rows = new BranchRow[paths.size()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Rows.row(paths.get(i), 0);
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource
    void readersFindTheRowsOfTheirVersionOnly(CacheLifetime lifetime) throws Exception {
        System.out.println("seed=" + SEED);
        CacheOptions options = CacheOptions.builder()
                .lifetime(lifetime)
                .budgetBytes(BUDGET_BYTES)
                .pinnedShare(0.3)
                .pinnedAccountDepth(1)
                .pinnedStorageDepth(1)
                .shadowOneIn(0)
                .build();
        try (BranchCache cache = BranchCache.create(options);
                ExecutorService threads = Executors.newFixedThreadPool(READERS + 1)) {
            head = new Head(cache.generation(), firstRows());
            List<Future<Long>> found = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                long seed = SEED + i;
                found.add(threads.submit(() -> read(cache, new Random(seed))));
            }
            Future<?> publisher = threads.submit(() -> publishOften(cache, new Random(SEED - 1)));
            publisher.get();
            for (Future<Long> reader : found) {
                assertThat(reader.get()).as("rows found").isPositive();
            }
            checkQuiet(cache);
        }
    }

    private static void checkQuiet(BranchCache cache) {
        cache.maintain();
        CacheStats stats = cache.stats();
        assertThat(Recount.bytes(cache)).isEqualTo(stats.bytes());
        assertThat(stats.bytes()).isLessThanOrEqualTo(BUDGET_BYTES);
        assertThat(stats.staleFills()).as("stale fills").isPositive();
        assertThat(stats.pinned().hits()).as("hits of pinned rows").isPositive();
        if (cache.options().lifetime() == CacheLifetime.CROSS_BLOCK) {
            assertThat(stats.evicting().evictions()).as("evictions").isPositive();
        }
        cache.clear();
        assertThat(cache.stats().bytes()).isZero();
        assertThat(cache.stats().entries()).isZero();
    }

    private void publishOften(BranchCache cache, Random random) {
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            for (int version = 1; System.nanoTime() < end; version++) {
                publish(cache, random, version);
                if (random.nextInt(20) == 0) {
                    cache.blockCommitted();
                }
                if (random.nextInt(50) == 0) {
                    // A store that is opened again: the number of its files is the one of the clear.
                    long generation = cache.clear();
                    head = new Head(generation, head.rows);
                }
            }
        } finally {
            ended = true;
        }
    }

    private void publish(BranchCache cache, Random random, int version) {
        @Nullable BranchRow[] rows = head.rows.clone();
        List<Integer> changed = new ArrayList<>();
        for (int i = random.nextInt(30); i < rows.length; i += 1 + random.nextInt(30)) {
            rows[i] = random.nextInt(4) == 0 ? null : Rows.row(paths.get(i), version);
            changed.add(i);
        }
        RowChanges changes = hook -> changed.forEach(i -> hook.rowChanged(paths.get(i), null, rows[i]));
        int failure = random.nextInt(40);
        try {
            cache.publish(changes, generation -> {
                if (failure == 0) {
                    throw new IllegalStateException("made up");
                }
                head = new Head(generation, rows);
                if (failure == 1) {
                    throw new IllegalStateException("made up");
                }
            });
        } catch (IllegalStateException e) {
            head = new Head(cache.generation(), head.rows);
        }
    }

    private long read(BranchCache cache, Random random) {
        Deque<Head> views = new ArrayDeque<>();
        long found = 0;
        while (!ended) {
            views.add(head);
            if (views.size() > 3) {
                views.remove();
            }
            Head view = random.nextBoolean() ? views.getLast() : views.getFirst();
            for (int i = 0; i < 20; i++) {
                found += readOne(cache, view, random.nextInt(paths.size())) ? 1 : 0;
            }
        }
        return found;
    }

    private boolean readOne(BranchCache cache, Head view, int place) {
        BranchPath path = paths.get(place);
        BranchRow expected = view.rows[place];
        BranchRow found = cache.get(path, ANY, view.generation);
        if (found != null) {
            if (!found.equals(expected)) {
                throw new AssertionError("row " + path + " of generation " + view.generation + ": found " + found
                        + ", expected " + expected + ", seed=" + SEED);
            }
            return true;
        }
        if (expected != null) {
            cache.fill(path, expected, view.generation);
        }
        return false;
    }
}
