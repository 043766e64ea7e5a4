package dev.espalier.bench.lookup;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentStats;
import dev.espalier.segment.key.SegmentKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Looks up random keys in a store's segment files, with the files' pages dropped before each round. The ways to do it take
 * turns within a round, so that what else the machine does meets all of them. Confined to one thread.
 */
public final class LookupTrial {
    private final Path store;
    private final long chainId;
    private final int keys;
    private final boolean cold;
    private final PageCache cache = new PageCache();
    private final SplittableRandom random;

    /**
     * Prepares a trial.
     *
     * @param store its directory; no process has it open
     * @param keys looked up in a round of each way
     * @param cold whether the files' pages are dropped before each round; otherwise they are read before
     */
    public LookupTrial(Path store, long chainId, int keys, boolean cold, long seed) {
        this.store = store;
        this.chainId = chainId;
        this.keys = keys;
        this.cold = cold;
        random = new SplittableRandom(seed);
    }

    /** Returns what segments hold in memory. */
    public List<ResidentSize> residentSizes() {
        try (OpenSegments segments = OpenSegments.open(store, chainId)) {
            return segments.segments().stream().map(LookupTrial::residentSize).toList();
        }
    }

    private static ResidentSize residentSize(Segment segment) {
        long rows = segment.info().rows() + segment.info().rowTombstones();
        long leaves = segment.info().leaves() + segment.info().leafTombstones();
        return new ResidentSize(
                segment.info().name(),
                segment.identity().kind().name(),
                rows == 0 ? 0 : (double) Byte.SIZE * segment.rowResidentBytes() / rows,
                leaves == 0 ? 0 : (double) Byte.SIZE * segment.leafResidentBytes() / leaves);
    }

    /** A way to look things up. */
    private record Way(LookupKind kind, int concurrency) {}

    /**
     * Runs the rounds.
     *
     * @param concurrencies those of multi-gets
     * @return the medians of each way, one by one first
     */
    public List<LookupResult> run(int rounds, List<Integer> concurrencies) {
        Map<Way, List<LookupResult>> results = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (LookupKind kind : LookupKind.values()) {
                measure(new Way(kind, 0), results);
                concurrencies.forEach(concurrency -> measure(new Way(kind, concurrency), results));
            }
        }
        return results.entrySet().stream()
                .map(entry -> median(entry.getKey(), entry.getValue()))
                .toList();
    }

    private void measure(Way way, Map<Way, List<LookupResult>> results) {
        NavigableSet<SegmentKey> drawn;
        try (OpenSegments segments = OpenSegments.open(store, chainId)) {
            drawn = segments.draw(way.kind, keys, random);
            if (!cold) {
                segments.findEach(drawn);
            }
        }
        if (cold) {
            OpenSegments.drop(store, cache);
        }
        try (OpenSegments segments = OpenSegments.open(store, chainId)) {
            results.computeIfAbsent(way, _ -> new ArrayList<>()).add(measure(way, segments, drawn));
        }
    }

    private LookupResult measure(Way way, OpenSegments segments, NavigableSet<SegmentKey> drawn) {
        List<SegmentKey> shuffled = new ArrayList<>(drawn);
        Collections.shuffle(shuffled, new Random(random.nextLong()));
        long faults = MajorFaults.count();
        SegmentStats before = segments.stats();
        long begun = System.nanoTime();
        int found = way.concurrency == 0 ? segments.findEach(shuffled) : segments.findTogether(drawn, way.concurrency);
        double elapsedNanos = System.nanoTime() - begun;
        int expected = way.kind == LookupKind.ABSENT_LEAVES ? 0 : drawn.size();
        if (found != expected) {
            throw new IllegalStateException(way + ": found=" + found + ", expected " + expected);
        }
        SegmentStats after = segments.stats();
        double count = Math.max(1, drawn.size());
        double pages = after.pagesRead() - before.pagesRead();
        return new LookupResult(
                way.kind,
                way.concurrency,
                drawn.size(),
                new LookupResult.Cost(
                        (after.filterNegatives() - before.filterNegatives() + pages) / count,
                        pages / count,
                        (MajorFaults.count() - faults) / count,
                        elapsedNanos / count / TimeUnit.MICROSECONDS.toNanos(1)));
    }

    private static LookupResult median(Way way, List<LookupResult> rounds) {
        return new LookupResult(
                way.kind,
                way.concurrency,
                rounds.getFirst().keys(),
                new LookupResult.Cost(
                        median(rounds, LookupResult.Cost::probes),
                        median(rounds, LookupResult.Cost::pages),
                        median(rounds, LookupResult.Cost::faults),
                        median(rounds, LookupResult.Cost::micros)));
    }

    private static double median(List<LookupResult> rounds, ToDoubleFunction<LookupResult.Cost> part) {
        double[] values = rounds.stream()
                .map(LookupResult::perKey)
                .mapToDouble(part)
                .sorted()
                .toArray();
        return values[values.length / 2];
    }
}
