package dev.espalier.bench.jmh;

import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.index.PageLocator;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What says of a key whether a section has it: a filter beside every page's separator, or a perfect hash beside every
 * 16th. A question, and building it for four million keys, by the key.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx3g")
public class KeyLocationBench {
    private static final int KEYS = 4_000_000;

    private final SplittableRandom random = new SplittableRandom(1);
    private final long[] hashes = new long[KEYS];
    private final int[] pages = new int[KEYS];
    private @Nullable KeyFilter filter;
    private @Nullable PageLocator locator;

    /** Builds both, and checks that they know the keys, and few others; prints their sizes. */
    @Setup
    public void setUp() {
        for (int i = 0; i < KEYS; i++) {
            hashes[i] = random.nextLong();
            pages[i] = i % PageLocator.BUCKET_PAGES;
        }
        KeyFilter builtFilter = buildFilter();
        PageLocator builtLocator = PageLocator.decode(buildLocator(), "benchmark");
        int strange = 0;
        for (int i = 0; i < KEYS; i++) {
            if (!builtFilter.mayContain(hashes[i]) || builtLocator.pageInBucket(hashes[i]) != pages[i]) {
                throw new IllegalStateException("expected that both know key " + i);
            }
            strange += builtLocator.pageInBucket(random.nextLong()) >= 0 ? 1 : 0;
        }
        if (strange > KEYS / 200) {
            throw new IllegalStateException("absent keys found: " + strange + " of " + KEYS);
        }
        filter = builtFilter;
        locator = builtLocator;
        System.out.printf(
                "bits a key: filter %.2f, perfect hash %.2f%n",
                8.0 * filter.residentBytes() / KEYS, 8.0 * locator.residentBytes() / KEYS);
    }

    private long present() {
        return hashes[random.nextInt(KEYS)];
    }

    /** Asks the filter for a key that is there. */
    @Benchmark
    public boolean filterPresent() {
        return Objects.requireNonNull(filter).mayContain(present());
    }

    /** Asks the filter for a key that is not there. */
    @Benchmark
    public boolean filterAbsent() {
        return Objects.requireNonNull(filter).mayContain(random.nextLong());
    }

    /** Asks the perfect hash for a key that is there. */
    @Benchmark
    public int perfectHashPresent() {
        return Objects.requireNonNull(locator).pageInBucket(present());
    }

    /** Asks the perfect hash for a key that is not there. */
    @Benchmark
    public int perfectHashAbsent() {
        return Objects.requireNonNull(locator).pageInBucket(random.nextLong());
    }

    /** Builds the filter. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public KeyFilter buildFilter() {
        // It sorts what it is given.
        return KeyFilter.build(hashes.clone(), KEYS);
    }

    /** Builds the perfect hash. */
    @Benchmark
    @OperationsPerInvocation(KEYS)
    public byte[] buildLocator() {
        byte[] built = PageLocator.build(hashes, pages, KEYS);
        return Objects.requireNonNull(built, "no two hashes are equal");
    }
}
