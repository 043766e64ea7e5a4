package dev.espalier.bench.jmh;

import dev.espalier.segment.LookupBatch;
import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentCounters;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentStats;
import dev.espalier.segment.SegmentValue;
import dev.espalier.segment.SegmentWriter;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.MappedFile;
import dev.espalier.segment.file.ReadAccess;
import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.Hash32;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a lookup in a segment costs beside the disk: the file is in the page cache, the key is drawn at random. Whole
 * lookups, and their parts.
 *
 * <p>The segment has rows of 240 bytes below paths of 6 nibbles, as a trie of some ten million slots has them.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class SegmentLookupBench {
    private static final long TRIE = 7;
    private static final long CHAIN = 1;
    private static final long FILE_ID = 3;
    private static final int NIBBLES = 6;
    private static final int ROW_BYTES = 240;
    private static final int ROWS_A_PAGE = Page.BYTES / (ROW_BYTES + 8);
    private static final int BATCH = 1_000;
    private static final int BATCHES = 100;
    private static final int PROBES = 100_000;

    /** How pages are read. */
    @Param({"MAPPED", "POSITIONAL"})
    ReadAccess access;

    /** Rows of the segment. */
    @Param("500000")
    int rows;

    private final Random random = new Random(1);
    private final SegmentCounters counters = new SegmentCounters();
    private final Page page = new Page();
    private final byte[] pageBytes = new byte[Page.BYTES];
    private final byte[] encodedKey = new byte[SegmentKey.BYTES];
    private long copied;
    private Path directory;
    private MappedFile file;
    private Segment segment;
    private KeyFilter filter;
    private int[] present = new int[0];
    private int[] absent = new int[0];
    private final int[][] batches = new int[BATCHES][];

    /** Writes the segment and checks lookups, and that each reads what it should. */
    @Setup
    public void setUp() throws IOException {
        drawPaths();
        directory = Files.createTempDirectory("segment-lookup");
        DiskFiles files = new DiskFiles(directory, access);
        SegmentInfo info = write(files);
        file = files.openMapped(info.name());
        segment = Segment.open(files, info, CHAIN, counters);
        long[] hashes =
                Arrays.stream(present).mapToLong(path -> key(path).hash()).toArray();
        filter = KeyFilter.build(hashes, hashes.length);
        checkLookups();
        lookAtSomePage();
    }

    private void drawPaths() {
        int[] paths = random.ints(0, 1 << (4 * NIBBLES))
                .distinct()
                .limit(rows + PROBES)
                .toArray();
        present = Arrays.copyOf(paths, rows);
        absent = Arrays.copyOfRange(paths, rows, paths.length);
        for (int i = 0; i < batches.length; i++) {
            batches[i] = random.ints(BATCH, 0, rows)
                    .map(index -> present[index])
                    .sorted()
                    .distinct()
                    .toArray();
        }
    }

    private static SegmentKey key(int path) {
        return new SegmentKey(TRIE, Hash32.of((long) path << (64 - 4 * NIBBLES), 0, 0, 0), NIBBLES);
    }

    private SegmentInfo write(DiskFiles files) {
        int[] sorted = present.clone();
        Arrays.sort(sorted);
        SegmentIdentity identity = new SegmentIdentity(CHAIN, FILE_ID, 1, 1, SegmentKind.FRESH);
        try (SegmentWriter writer = SegmentWriter.create(files, "rows", identity)) {
            for (int path : sorted) {
                writer.put(key(path), value(key(path)));
            }
            return writer.finish();
        }
    }

    private static byte[] value(SegmentKey key) {
        byte[] value = new byte[ROW_BYTES];
        key.encodeTo(value, 0);
        return value;
    }

    private void checkLookups() {
        SegmentStats before = counters.snapshot();
        for (int i = 0; i < PROBES; i++) {
            SegmentKey key = key(present[random.nextInt(rows)]);
            require(Arrays.equals(segment.row(key.path()).bytes(), value(key)), "value of " + key);
        }
        SegmentStats after = counters.snapshot();
        require(after.pagesRead() - before.pagesRead() == PROBES, "one page a lookup: " + after);
        for (int path : absent) {
            require(!segment.row(key(path).path()).isKnown(), "absent " + key(path));
        }
        long falsePositives = counters.snapshot().filterFalsePositives();
        require(falsePositives < PROBES / 200, "false positives=" + falsePositives + " of " + PROBES);
    }

    /** Leaves a page in the buffer, and the key in its middle. */
    private void lookAtSomePage() {
        readPage();
        checkPage();
        for (int i = 0; i < ROWS_A_PAGE / 2; i++) {
            page.next();
        }
        page.key().encodeTo(encodedKey, 0);
        require(scanPage(), "key found on its page");
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("expected: " + what);
        }
    }

    /** Deletes the segment. */
    @TearDown
    public void tearDown() throws IOException {
        file.close();
        segment.retire();
        Files.delete(directory);
    }

    /** Looks up a row that is there: filter, index, page, checksum, scan. */
    @Benchmark
    public SegmentValue presentRow() {
        return segment.row(key(present[random.nextInt(rows)]).path());
    }

    /** Looks up a row that is not there: mostly the filter alone. */
    @Benchmark
    public SegmentValue absentRow() {
        return segment.row(key(absent[random.nextInt(PROBES)]).path());
    }

    /** Looks up a thousand rows that are there, in order: the time of all. */
    @Benchmark
    public LookupBatch thousandRows() {
        LookupBatch batch = new LookupBatch();
        for (int path : batches[random.nextInt(BATCHES)]) {
            batch.add(key(path));
        }
        segment.find(batch);
        return batch;
    }

    /** Part: draws and hashes a key and asks the filter. */
    @Benchmark
    public boolean probeFilter() {
        return filter.mayContain(key(absent[random.nextInt(PROBES)]).hash());
    }

    /** Part: copies a random page of rows. */
    @Benchmark
    public byte[] readPage() {
        long pages = (long) rows * ROW_BYTES / Page.BYTES;
        long number = 1 + random.nextLong(pages);
        file.read(number * Page.BYTES, pageBytes, 0, Page.BYTES);
        copied = number;
        return pageBytes;
    }

    /** Part: checks the page that was copied last. */
    @Benchmark
    public Page checkPage() {
        page.look(pageBytes, 0, "rows", FILE_ID, copied);
        return page;
    }

    /** Part: finds a key on the page that was checked last. */
    @Benchmark
    public boolean scanPage() {
        return page.find(encodedKey);
    }
}
