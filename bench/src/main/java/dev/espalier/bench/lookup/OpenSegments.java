package dev.espalier.bench.lookup;

import dev.espalier.segment.LookupBatch;
import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentCursor;
import dev.espalier.segment.SegmentStats;
import dev.espalier.segment.SegmentValue;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.store.SegmentFolder;
import dev.espalier.trie.Hash32;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** The segment files of a store that nobody has open, for reading. Confined to one thread. */
final class OpenSegments implements AutoCloseable {
    private final List<Segment> newestFirst = new ArrayList<>();

    private OpenSegments() {}

    static OpenSegments open(Path store, long chainId) {
        DiskFiles files = new DiskFiles(SegmentFolder.of(store));
        OpenSegments opened = new OpenSegments();
        for (String name : files.list()) {
            if (SegmentFolder.isSegment(name)) {
                opened.newestFirst.add(Segment.open(files, name, chainId));
            }
        }
        opened.newestFirst.sort(
                Comparator.comparingLong((Segment segment) -> segment.identity().toSeq())
                        .reversed());
        return opened;
    }

    static void drop(Path store, PageCache cache) {
        Path folder = SegmentFolder.of(store);
        for (String name : new DiskFiles(folder).list()) {
            cache.drop(folder.resolve(name));
        }
    }

    List<Segment> segments() {
        return newestFirst;
    }

    /** Returns the work of all of them since they were opened. */
    SegmentStats stats() {
        long pages = 0;
        long bytes = 0;
        long negatives = 0;
        long falsePositives = 0;
        for (Segment segment : newestFirst) {
            SegmentStats stats = segment.counters().snapshot();
            pages += stats.pagesRead();
            bytes += stats.bytesRead();
            negatives += stats.filterNegatives();
            falsePositives += stats.filterFalsePositives();
        }
        return new SegmentStats(pages, bytes, negatives, falsePositives);
    }

    /**
     * Draws different keys, in order. Of those that are there, segments are as likely as they have entries, and each place
     * in the order of keys is as likely as another.
     */
    NavigableSet<SegmentKey> draw(LookupKind kind, int count, SplittableRandom random) {
        NavigableSet<SegmentKey> drawn = new TreeSet<>();
        long entries = newestFirst.stream()
                .mapToLong(segment -> entries(segment, kind))
                .sum();
        for (int attempts = 0; entries > 0 && drawn.size() < count && attempts < 4 * count; attempts++) {
            Segment segment = segmentOf(random.nextLong(entries), kind);
            SegmentKey some = SegmentKey.ofLeaf(randomTrie(segment, random), randomHash(random));
            if (kind == LookupKind.ABSENT_LEAVES) {
                drawn.add(some);
                continue;
            }
            SegmentCursor cursor = kind == LookupKind.ROWS ? segment.rowsFrom(some) : segment.leavesFrom(some);
            if (cursor.next() && find(cursor.key())) {
                drawn.add(cursor.key());
            }
        }
        return drawn;
    }

    private static long entries(Segment segment, LookupKind kind) {
        return kind == LookupKind.ROWS ? segment.info().rows() : segment.info().leaves();
    }

    /** Returns the segment with an entry, if those of all are numbered through. */
    private Segment segmentOf(long entry, LookupKind kind) {
        long before = entry;
        for (Segment segment : newestFirst) {
            before -= entries(segment, kind);
            if (before < 0) {
                return segment;
            }
        }
        throw new IllegalArgumentException("entry=" + entry + ", expected less than there are");
    }

    /** The account trie or one of the first storage tries, among which is the huge one. */
    private static long randomTrie(Segment segment, SplittableRandom random) {
        long from = segment.identity().range().fromTrieId();
        return random.nextInt(4) == 0 ? from : Math.max(from, 1);
    }

    private static Hash32 randomHash(SplittableRandom random) {
        return Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    /** Looks keys up together; returns how many have a value. */
    int findTogether(NavigableSet<SegmentKey> keys, int concurrency) {
        LookupBatch batch = new LookupBatch(concurrency);
        keys.forEach(batch::add);
        for (Segment segment : newestFirst) {
            segment.find(batch);
        }
        int found = 0;
        for (int i = 0; i < batch.size(); i++) {
            found += batch.value(i).bytes() == null ? 0 : 1;
        }
        return found;
    }

    /** Looks keys up one by one; returns how many have a value. */
    int findEach(Iterable<SegmentKey> keys) {
        int found = 0;
        for (SegmentKey key : keys) {
            found += find(key) ? 1 : 0;
        }
        return found;
    }

    private boolean find(SegmentKey key) {
        for (Segment segment : newestFirst) {
            SegmentValue value = key.isLeaf() ? segment.leaf(key.trieId(), key.key()) : segment.row(key.path());
            if (value.isKnown()) {
                return value.bytes() != null;
            }
        }
        return false;
    }

    @Override
    public void close() {
        newestFirst.forEach(Segment::close);
    }
}
