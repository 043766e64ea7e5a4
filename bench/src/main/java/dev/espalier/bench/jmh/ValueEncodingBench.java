package dev.espalier.bench.jmh;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentCounters;
import dev.espalier.segment.SegmentEncoding;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentValue;
import dev.espalier.segment.SegmentWriter;
import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * What compression saves of one kind of values, and what it and a perfect hash cost a lookup whose page is in memory. Prints
 * bytes of pages and bits in memory an entry.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
public class ValueEncodingBench {
    private static final long CHAIN = 1;
    private static final long TRIE = 7;
    private static final int ENTRIES = 200_000;
    private static final int ROW_NIBBLES = 6;
    private static final int CODES = 10_000;

    /** Kinds of values. */
    public enum Content {
        /** Account records; one in four is a contract, whose code is one of many, few of which are common. */
        ACCOUNTS,
        /** Account records that are all of contracts. */
        CONTRACTS,
        /** Values of slots: amounts, addresses, and full words. */
        SLOTS,
        /** Rows of three leaves, with the rests of their keys. */
        ROWS
    }

    /** What the segment holds. */
    @Param
    Content content = Content.ACCOUNTS;

    /** Whether values may be compressed. */
    @Param({"false", "true"})
    boolean zstd;

    /** Whether a perfect hash locates keys, and not a filter and separators. */
    @Param({"false", "true"})
    boolean perfectHash;

    private final SplittableRandom random = new SplittableRandom(1);
    private final NodeHasher hasher = new NodeHasher();
    private final Map<SegmentKey, byte[]> entries = new TreeMap<>();
    private SegmentKey[] keys = new SegmentKey[0];
    private Path directory = Path.of("");
    private @Nullable Segment segment;

    /** Writes the segment, checks lookups, and prints sizes. */
    @Setup
    public void setUp() throws IOException {
        while (entries.size() < ENTRIES) {
            byte[] value = switch (content) {
                case ACCOUNTS -> random.nextInt(4) > 0 ? plainAccount() : contract();
                case CONTRACTS -> contract();
                case SLOTS -> slot();
                case ROWS -> row();
            };
            entries.put(key(randomHash()), value);
        }
        keys = entries.keySet().toArray(SegmentKey[]::new);
        directory = Files.createTempDirectory("value-encoding");
        DiskFiles files = new DiskFiles(directory);
        Segment written = Segment.open(files, write(files), CHAIN, new SegmentCounters());
        entries.forEach((key, value) -> {
            if (!Arrays.equals(find(written, key).bytes(), value)) {
                throw new IllegalStateException("expected to find " + key);
            }
        });
        double valueBytes = entries.values().stream()
                .mapToInt(value -> value.length)
                .average()
                .orElse(0);
        System.out.printf(
                "%s, zstd %b, perfect hash %b: values of %.1f bytes; bytes of pages %.1f, bits in memory %.2f an"
                        + " entry%n",
                content,
                zstd,
                perfectHash,
                valueBytes,
                (double) (written.rowPageBytes() + written.leafPageBytes()) / ENTRIES,
                8.0 * (written.rowResidentBytes() + written.leafResidentBytes()) / ENTRIES);
        entries.clear();
        segment = written;
    }

    private SegmentKey key(Hash32 hash) {
        return switch (content) {
            case ACCOUNTS, CONTRACTS -> SegmentKey.ofLeaf(0, hash);
            case SLOTS -> SegmentKey.ofLeaf(TRIE, hash);
            case ROWS -> SegmentKey.ofRow(BranchPath.of(TRIE, hash, ROW_NIBBLES));
        };
    }

    private SegmentInfo write(DiskFiles files) {
        SegmentIdentity identity = new SegmentIdentity(CHAIN, 3, 1, 1, SegmentKind.FROZEN);
        SegmentEncoding encoding = new SegmentEncoding(zstd, zstd, perfectHash, perfectHash);
        try (SegmentWriter writer = SegmentWriter.create(files, "values", identity, encoding)) {
            entries.forEach(writer::put);
            return writer.finish();
        }
    }

    private Hash32 randomHash() {
        return Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
    }

    private UInt256 balance() {
        return UInt256.of(bytes(1 + random.nextInt(10)));
    }

    private byte[] plainAccount() {
        return AccountRecord.withoutStorage(new Account(random.nextInt(200), balance(), Account.NO_CODE))
                .encode();
    }

    private byte[] contract() {
        long code = (long) (Math.pow(random.nextDouble(), 4) * CODES);
        SplittableRandom ofCode = new SplittableRandom(code);
        Hash32 codeHash = Hash32.of(ofCode.nextLong(), ofCode.nextLong(), ofCode.nextLong(), ofCode.nextLong());
        long id = 1 + random.nextLong(1 << 24);
        NodeRef ref = NodeRef.ofHash(randomHash());
        return new AccountRecord(
                        new Account(1, balance(), codeHash),
                        id,
                        new RootCell.Branch(BranchPath.root(id), ref),
                        hasher.root(ref))
                .encode();
    }

    private byte[] slot() {
        return switch (random.nextInt(3)) {
            case 0 -> UInt256.of(random.nextLong(1, 1L << 20)).toMinimalBytes();
            case 1 -> bytes(20);
            default -> bytes(32);
        };
    }

    private byte[] row() {
        RowBuilder builder = new RowBuilder();
        builder.start(ROW_NIBBLES, null);
        random.ints(0, 16)
                .distinct()
                .limit(3)
                .forEach(child -> builder.setLeaf(child, NodeRef.ofHash(randomHash()), randomHash()));
        return builder.freeze().toBytes();
    }

    /** Returns random bytes of which the first is not 0. */
    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        bytes[0] |= 1;
        return bytes;
    }

    private static SegmentValue find(Segment in, SegmentKey key) {
        return key.isLeaf() ? in.leaf(key.trieId(), key.key()) : in.row(key.path());
    }

    /** Deletes the segment. */
    @TearDown
    public void tearDown() throws IOException {
        Objects.requireNonNull(segment).retire();
        Files.delete(directory);
    }

    /** Looks up an entry that is there. */
    @Benchmark
    public SegmentValue present() {
        return find(Objects.requireNonNull(segment), keys[random.nextInt(keys.length)]);
    }

    /** Looks up a key that is not there; one in 80 rows is. */
    @Benchmark
    public SegmentValue absent() {
        return find(Objects.requireNonNull(segment), key(randomHash()));
    }
}
