package dev.espalier.bench.jmh;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A lookup that finds a row, from the path to the row in hand, beside a plain Caffeine map of the same rows by the same
 * paths: 300,000 rows of the upper levels of the account trie, looked up in random order by paths that are equal to the
 * keys and other objects, as a reader makes them. All have the defaults of production, the sampled check of hits
 * included.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 3, jvmArgsAppend = "-Xmx3g")
public class BranchCacheBench {
    private static final int ROWS = 300_000;
    private static final int DEPTH = 5;
    private static final long BUDGET_BYTES = 1L << 30;

    private final BranchPath[] wanted = new BranchPath[ROWS];
    private final NodeRef[] refs = new NodeRef[ROWS];
    private final BranchCache evicting =
            BranchCache.create(options().pinnedShare(0).build());
    private final BranchCache pinned = BranchCache.create(
            options().pinnedShare(0.5).pinnedAccountDepth(DEPTH).build());
    private final Cache<BranchPath, BranchRow> plain = Caffeine.newBuilder()
            .maximumWeight(BUDGET_BYTES)
            .weigher((BranchPath _, BranchRow row) -> row.encodedLength())
            .executor(Runnable::run)
            .build();
    private int next;

    private static CacheOptions.Builder options() {
        return CacheOptions.builder().lifetime(CacheLifetime.CROSS_BLOCK).budgetBytes(BUDGET_BYTES);
    }

    /** Fills the three with the same rows, and checks that each row is found, in the tier that is meant. */
    @Setup
    public void setUp() {
        Random random = new Random(1);
        Set<BranchPath> paths = new LinkedHashSet<>();
        while (paths.size() < ROWS) {
            paths.add(BranchPath.of(BranchPath.ACCOUNT_TRIE, randomHash(random), random.nextInt(20) == 0 ? 4 : DEPTH));
        }
        NodeHasher hasher = new NodeHasher();
        List<BranchPath> keys = List.copyOf(paths);
        BranchRow[] rows = new BranchRow[ROWS];
        for (int i = 0; i < ROWS; i++) {
            rows[i] = randomRow(keys.get(i).depth(), random);
            evicting.fill(keys.get(i), rows[i], evicting.generation());
            pinned.fill(keys.get(i), rows[i], pinned.generation());
            plain.put(keys.get(i), rows[i]);
        }
        List<Integer> order = new ArrayList<>(IntStream.range(0, ROWS).boxed().toList());
        Collections.shuffle(order, random);
        for (int i = 0; i < ROWS; i++) {
            int row = order.get(i);
            BranchPath key = keys.get(row);
            wanted[i] = BranchPath.of(key.trieId(), key.paddedKey(), key.depth());
            refs[i] = hasher.branch(rows[row]);
        }
        for (int i = 0; i < ROWS; i++) {
            BranchRow row = rows[order.get(i)];
            boolean found = Objects.equals(find(evicting, i), row) && Objects.equals(find(pinned, i), row);
            require(found, "another row at " + wanted[i]);
        }
        require(evicting.stats().evicting().hits() >= ROWS, "not in the evicting tier: " + evicting.stats());
        require(pinned.stats().pinned().hits() >= ROWS, "not in the pinned tier: " + pinned.stats());
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static Hash32 randomHash(Random random) {
        return Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    private static BranchRow randomRow(int depth, Random random) {
        RowBuilder builder = new RowBuilder();
        builder.start(depth, null);
        random.ints(0, 16)
                .distinct()
                .limit(2 + random.nextInt(11))
                .forEach(child -> builder.setBranch(child, NodeRef.ofHash(randomHash(random))));
        return builder.freeze();
    }

    /** Checks that no lookup missed. */
    @TearDown
    public void tearDown() {
        require(evicting.stats().evicting().misses() == 0, "misses: " + evicting.stats());
        require(pinned.stats().pinned().misses() == 0, "misses: " + pinned.stats());
    }

    private @Nullable BranchRow find(BranchCache cache, int i) {
        return cache.get(wanted[i], refs[i], 0);
    }

    private int nextRow() {
        next = next + 1 == ROWS ? 0 : next + 1;
        return next;
    }

    /** Finds a row in the evicting tier. */
    @Benchmark
    public @Nullable BranchRow evictingTier() {
        return find(evicting, nextRow());
    }

    /** Finds a row in the pinned tier. */
    @Benchmark
    public @Nullable BranchRow pinnedTier() {
        return find(pinned, nextRow());
    }

    /** Finds a row in a plain Caffeine map. */
    @Benchmark
    public @Nullable BranchRow plainCaffeine() {
        return plain.getIfPresent(wanted[nextRow()]);
    }
}
