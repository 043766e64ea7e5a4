package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.segment.file.DiskFiles;
import dev.espalier.segment.file.ReadAccess;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.codec.RowCodec;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentRoundTripTest {
    @TempDir
    Path directory;

    private static void assertReads(
            Segment segment, NavigableMap<SegmentKey, byte @Nullable []> content, SampleKeys samples) {
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
            SegmentValue value = SegmentTests.find(segment, entry.getKey());
            assertThat(value.isKnown()).as("known " + entry.getKey()).isTrue();
            assertThat(value.bytes()).as("value of " + entry.getKey()).isEqualTo(entry.getValue());
        }
        for (int i = 0; i < 1_000; i++) {
            SegmentKey other = i % 2 == 0 ? samples.leafKey() : samples.rowKey();
            if (!content.containsKey(other)) {
                assertThat(SegmentTests.find(segment, other)).isSameAs(SegmentValue.ABSENT);
            }
        }
        assertThat(SegmentTests.sameContent(SegmentTests.readAll(segment), content))
                .isTrue();
        segment.verify();
    }

    private static void assertCounts(SegmentInfo info, NavigableMap<SegmentKey, byte @Nullable []> content) {
        long[] counts = new long[4];
        content.forEach((key, value) -> counts[(key.isLeaf() ? 1 : 0) + (value == null ? 2 : 0)]++);
        assertThat(new long[] {info.rows(), info.leaves(), info.rowTombstones(), info.leafTombstones()})
                .isEqualTo(counts);
        assertThat(info.entries()).isEqualTo(content.size());
    }

    @ParameterizedTest
    @CsvSource({"0,0", "1,0", "0,1", "1,1", "2,3", "20,0", "0,100", "300,2000", "3000,20000"})
    void everyEntryIsReadBack(int rows, int leaves) {
        MemoryFiles files = new MemoryFiles();
        for (int seed = 0; seed < (rows + leaves < 1_000 ? 20 : 1); seed++) {
            SampleKeys samples = new SampleKeys(new Random(seed));
            NavigableMap<SegmentKey, byte @Nullable []> content = samples.content(rows, leaves);
            SegmentInfo info = SegmentTests.writeFresh(files, 7, content);
            assertThat(info.bytes()).isEqualTo(files.bytes(info.name()).length);
            assertCounts(info, content);
            try (Segment segment = SegmentTests.open(files, info)) {
                assertThat(segment.info()).isEqualTo(info);
                assertThat(segment.identity()).isEqualTo(SegmentTests.identity(7, SegmentKind.FRESH));
                assertReads(segment, content, samples);
            }
        }
        assertThat(files.openFiles()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ReadAccess.class)
    void theDiskGivesBackTheSame(ReadAccess access) {
        SegmentFiles files = new DiskFiles(directory, access);
        SampleKeys samples = new SampleKeys(new Random(1));
        NavigableMap<SegmentKey, byte @Nullable []> content = samples.content(2_000, 10_000);
        SegmentInfo info = SegmentTests.writeFresh(files, 3, content);
        assertThat(files.list()).containsExactly(info.name());
        try (Segment segment = SegmentTests.open(files, info)) {
            assertReads(segment, content, samples);
        }
        try (Segment segment = Segment.open(files, info.name(), SegmentTests.CHAIN)) {
            assertThat(segment.info()).isEqualTo(info);
        }
    }

    @Test
    void aBaseHasNoFilterOfRowsAndIsReadBack() {
        MemoryFiles files = new MemoryFiles();
        SampleKeys samples = new SampleKeys(new Random(4));
        NavigableMap<SegmentKey, byte @Nullable []> content = samples.content(500, 2_000);
        content.values().removeIf(Objects::isNull);
        SegmentInfo info = SegmentTests.write(files, "base", SegmentTests.identity(9, SegmentKind.BASE), content);
        try (Segment segment = SegmentTests.open(files, info)) {
            assertReads(segment, content, samples);
            long negatives = segment.counters().snapshot().filterNegatives();
            for (int i = 0; i < 100; i++) {
                segment.row(samples.rowKey().path());
            }
            assertThat(segment.counters().snapshot().filterNegatives()).isEqualTo(negatives);
        }
    }

    @Test
    void theLargestValuesAreReadBack() {
        MemoryFiles files = new MemoryFiles();
        SampleKeys samples = new SampleKeys(new Random(5));
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        for (int i = 0; i < 100; i++) {
            content.put(i % 2 == 0 ? samples.rowKey() : samples.leafKey(), new byte[3_500 - i % 7]);
        }
        try (Segment segment = SegmentTests.open(files, SegmentTests.writeFresh(files, 1, content))) {
            assertReads(segment, content, samples);
        }
    }

    @Test
    void branchRowsAreReadBackAndOwnTheirBytes() { // H15
        MemoryFiles files = new MemoryFiles();
        Hash32 key = Hash32.of(0x1234_5678_9ABC_DEF0L, 1, 2, 3);
        RowBuilder builder = new RowBuilder();
        TreeMap<BranchPath, BranchRow> rows = new TreeMap<>();
        for (int depth = 0; depth < 63; depth++) {
            builder.start(depth, null);
            builder.setBranch(key.nibble(depth), NodeRef.ofHash(Hash32.of(depth, 0, 0, 0)));
            builder.setLeaf(key.nibble(depth) ^ 15, NodeRef.ofHash(Hash32.of(depth, 0, 0, 1)), flip(key, depth));
            rows.put(BranchPath.of(8, key, depth), builder.freeze());
        }
        SegmentInfo info;
        try (SegmentWriter writer = SegmentWriter.create(files, "rows", SegmentTests.identity(1, SegmentKind.FRESH))) {
            rows.forEach(writer::row);
            writer.leaf(8, key, new byte[] {1});
            writer.leaf(9, key, null);
            info = writer.finish();
        }
        try (Segment segment = SegmentTests.open(files, info)) {
            rows.forEach((path, row) -> {
                byte[] first = Objects.requireNonNull(segment.row(path).bytes());
                byte[] second = Objects.requireNonNull(segment.row(path).bytes());
                assertThat(first).isNotSameAs(second);
                assertThat(RowCodec.decode(path, first)).isEqualTo(row);
            });
            assertThat(segment.leaf(9, key)).isSameAs(SegmentValue.TOMBSTONE);
            assertThat(segment.row(BranchPath.of(8, key, 63))).isSameAs(SegmentValue.ABSENT);
        }
    }

    private static Hash32 flip(Hash32 key, int nibble) {
        byte[] bytes = key.toBytes();
        bytes[nibble / 2] ^= (byte) (nibble % 2 == 0 ? 0xF0 : 0x0F);
        return Hash32.of(bytes);
    }

    @Test
    void aBatchGivesWhatSingleLookupsGive() {
        MemoryFiles files = new MemoryFiles();
        SampleKeys samples = new SampleKeys(new Random(6));
        NavigableMap<SegmentKey, byte @Nullable []> content = samples.content(400, 3_000);
        try (Segment segment = SegmentTests.open(files, SegmentTests.writeFresh(files, 1, content))) {
            for (boolean ofLeaves : new boolean[] {false, true}) {
                TreeMap<SegmentKey, Boolean> asked = new TreeMap<>();
                content.keySet().stream()
                        .filter(key -> key.isLeaf() == ofLeaves)
                        .forEach(key -> asked.put(key, true));
                for (int i = 0; i < 500; i++) {
                    asked.put(ofLeaves ? samples.leafKey() : samples.rowKey(), true);
                }
                LookupBatch batch = new LookupBatch();
                asked.keySet().forEach(batch::add);
                segment.find(batch);
                int absent = 0;
                for (int i = 0; i < batch.size(); i++) {
                    SegmentKey key = batch.key(i);
                    assertThat(batch.value(i).isKnown()).isEqualTo(content.containsKey(key));
                    assertThat(batch.value(i).bytes()).isEqualTo(content.get(key));
                    absent += content.containsKey(key) ? 0 : 1;
                }
                assertThat(batch.unanswered()).isEqualTo(absent);
            }
            segment.find(new LookupBatch());
        }
    }

    @Test
    void theNewestSegmentAnswersATombstoneIncluded() { // H40
        MemoryFiles files = new MemoryFiles();
        Hash32 key = Hash32.of(1, 2, 3, 4);
        NavigableMap<SegmentKey, byte @Nullable []> older = new TreeMap<>();
        older.put(SegmentKey.ofLeaf(1, key), new byte[] {1});
        older.put(SegmentKey.ofLeaf(2, key), new byte[] {2});
        NavigableMap<SegmentKey, byte @Nullable []> newer = new TreeMap<>();
        newer.put(SegmentKey.ofLeaf(1, key), null);
        LookupBatch batch = new LookupBatch();
        batch.add(SegmentKey.ofLeaf(1, key));
        batch.add(SegmentKey.ofLeaf(2, key));
        batch.add(SegmentKey.ofLeaf(3, key));
        try (Segment first = SegmentTests.open(files, SegmentTests.writeFresh(files, 2, newer));
                Segment second = SegmentTests.open(files, SegmentTests.writeFresh(files, 1, older))) {
            first.find(batch);
            assertThat(batch.unanswered()).isEqualTo(2);
            second.find(batch);
        }
        assertThat(batch.value(0)).isSameAs(SegmentValue.TOMBSTONE);
        assertThat(batch.value(1).bytes()).containsExactly(2);
        assertThat(batch.value(2)).isSameAs(SegmentValue.ABSENT);
        assertThat(batch.unanswered()).isEqualTo(1);
    }

    @Test
    void aCursorBeginsAtTheFirstEntryThatIsNotBelow() {
        MemoryFiles files = new MemoryFiles();
        SampleKeys samples = new SampleKeys(new Random(7));
        NavigableMap<SegmentKey, byte @Nullable []> leaves = samples.content(0, 5_000);
        try (Segment segment = SegmentTests.open(files, SegmentTests.writeFresh(files, 1, leaves))) {
            SegmentCursor cursor = segment.leavesFrom(SegmentKey.firstOf(0));
            for (int i = 0; i < 2_000; i++) {
                SegmentKey from = i % 3 == 0 ? samples.leafKey() : samples.rowKey();
                cursor.seek(from);
                SegmentKey expected = leaves.ceilingKey(from);
                for (int steps = 0; steps < 3 && expected != null; steps++) {
                    assertThat(cursor.next()).isTrue();
                    assertThat(cursor.key()).isEqualTo(expected);
                    assertThat(cursor.isTombstone()).isEqualTo(leaves.get(expected) == null);
                    expected = leaves.higherKey(expected);
                }
                if (expected == null) {
                    assertThat(cursor.next()).isFalse();
                    assertThat(cursor.next()).isFalse();
                }
            }
            assertThat(segment.rowsFrom(SegmentKey.firstOf(0)).next()).isFalse();
        }
    }
}
