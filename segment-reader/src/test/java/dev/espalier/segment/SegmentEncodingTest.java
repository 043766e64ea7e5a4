package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.format.Section;
import dev.espalier.segment.format.SectionEncoding;
import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** H48, H56: whatever the encoding, a segment gives back what was put in, and damage is an error, never another answer. */
class SegmentEncodingTest {
    private final MemoryFiles files = new MemoryFiles();
    private final SampleKeys samples = new SampleKeys(new Random(11));
    private final Random random = new Random(5);

    static List<SegmentEncoding> encodings() {
        List<SegmentEncoding> all = new ArrayList<>();
        for (int bits = 0; bits < 16; bits++) {
            all.add(new SegmentEncoding((bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0));
        }
        return all;
    }

    /** Values that repeat themselves across entries, but not within one, as accounts of the same code do. */
    private NavigableMap<SegmentKey, byte @Nullable []> content(int rows, int leaves, double tombstones) {
        byte[][] phrases = new byte[16][40];
        for (byte[] phrase : phrases) {
            random.nextBytes(phrase);
        }
        NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
        while (content.size() < rows + leaves) {
            byte[] value = new byte[60 + random.nextInt(100)];
            random.nextBytes(value);
            System.arraycopy(phrases[random.nextInt(16)], 0, value, 10, 40);
            SegmentKey key = content.size() < rows ? samples.rowKey() : samples.leafKey();
            content.put(key, random.nextDouble() < tombstones ? null : value);
        }
        return content;
    }

    private Segment write(
            SegmentKind kind, SegmentEncoding encoding, NavigableMap<SegmentKey, byte @Nullable []> content) {
        SegmentInfo info = SegmentTests.write(files, "s", SegmentTests.identity(7, kind), encoding, content);
        return SegmentTests.open(files, info);
    }

    private void assertReads(Segment segment, NavigableMap<SegmentKey, byte @Nullable []> content) {
        LookupBatch rows = new LookupBatch();
        LookupBatch leaves = new LookupBatch();
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
            SegmentValue found = SegmentTests.find(segment, entry.getKey());
            if (!found.isKnown() || !Arrays.equals(found.bytes(), entry.getValue())) {
                throw new AssertionError(entry.getKey() + " is " + found);
            }
            (entry.getKey().isLeaf() ? leaves : rows).add(entry.getKey());
        }
        segment.find(rows);
        segment.find(leaves);
        assertThat(rows.unanswered() + leaves.unanswered()).isZero();
        for (int i = 0; i < 2_000; i++) {
            SegmentKey other = i % 2 == 0 ? samples.leafKey() : samples.rowKey();
            if (!content.containsKey(other)) {
                assertThat(SegmentTests.find(segment, other).isKnown()).isFalse();
            }
        }
        assertThat(SegmentTests.sameContent(SegmentTests.readAll(segment), content))
                .isTrue();
        segment.verify();
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void everyEntryIsReadBack(SegmentEncoding encoding) {
        for (int[] size : new int[][] {{0, 0}, {1, 0}, {0, 1}, {5, 9}, {2_000, 12_000}}) {
            NavigableMap<SegmentKey, byte @Nullable []> content = content(size[0], size[1], 0.1);
            try (Segment segment = write(SegmentKind.FROZEN, encoding, content)) {
                assertReads(segment, content);
                if (size[0] > 1_000) {
                    assertEncoded(SegmentFile.open(files, "s"), encoding);
                }
            }
        }
        assertThat(files.openFiles()).isZero();
    }

    /** The options took effect. */
    private static void assertEncoded(SegmentFile file, SegmentEncoding encoding) {
        try (file) {
            assertThat(file.footer().section(SectionKind.ROW_PAGES).encoding() == SectionEncoding.ZSTD)
                    .isEqualTo(encoding.zstdRows());
            assertThat(file.footer().section(SectionKind.LEAF_PAGES).encoding() == SectionEncoding.ZSTD)
                    .isEqualTo(encoding.zstdLeaves());
            assertThat(file.footer().section(SectionKind.ROW_FILTER).encoding() == SectionEncoding.PERFECT_HASH)
                    .isEqualTo(encoding.hashedRows());
            assertThat(file.footer().section(SectionKind.LEAF_FILTER).encoding() == SectionEncoding.PERFECT_HASH)
                    .isEqualTo(encoding.hashedLeaves());
        }
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void aBaseIsReadBackToo(SegmentEncoding encoding) {
        NavigableMap<SegmentKey, byte @Nullable []> content = content(500, 3_000, 0);
        try (Segment segment = write(SegmentKind.BASE, encoding, content)) {
            assertReads(segment, content);
        }
    }

    @Test
    void compressionMakesTheFileSmallerAndIsLeftOutWhereItWouldNot() {
        NavigableMap<SegmentKey, byte @Nullable []> alike = content(0, 12_000, 0);
        SegmentEncoding zstd = new SegmentEncoding(true, true, false, false);
        try (Segment plain = write(SegmentKind.FROZEN, SegmentEncoding.PLAIN, alike);
                Segment compressed = write(SegmentKind.FROZEN, zstd, alike)) {
            assertThat(compressed.leafPageBytes()).isLessThan(plain.leafPageBytes() * 9 / 10);
        }
        NavigableMap<SegmentKey, byte @Nullable []> noise = samples.content(2_000, 12_000);
        noise.values().forEach(value -> {
            if (value != null) {
                random.nextBytes(value);
            }
        });
        try (Segment segment = write(SegmentKind.FROZEN, zstd, noise);
                SegmentFile file = SegmentFile.open(files, "s")) {
            assertThat(file.footer().section(SectionKind.LEAF_PAGES).encoding()).isEqualTo(SectionEncoding.PLAIN);
            assertReads(segment, noise);
        }
    }

    @Test
    void theLargestValuesAreReadBackWhetherTheyShrinkOrNot() {
        NavigableMap<SegmentKey, byte @Nullable []> content = content(0, 10_000, 0);
        for (int i = 0; i < 60; i++) {
            byte[] value = new byte[Page.LARGEST_VALUE - i % 3];
            if (i % 2 == 0) {
                random.nextBytes(value);
            }
            content.put(samples.leafKey(), value);
        }
        try (Segment segment = write(SegmentKind.FROZEN, new SegmentEncoding(true, true, true, true), content)) {
            assertReads(segment, content);
        }
    }

    @Test
    void damageIsAnErrorAndNeverAnotherAnswer() {
        NavigableMap<SegmentKey, byte @Nullable []> content = content(300, 6_000, 0.1);
        SegmentEncoding all = new SegmentEncoding(true, true, true, true);
        SegmentInfo info = SegmentTests.write(files, "s", SegmentTests.identity(7, SegmentKind.FROZEN), all, content);
        byte[] good = files.bytes("s");
        for (int i = 0; i < 400; i++) {
            byte[] bad = good.clone();
            int bit = random.nextInt(8 * bad.length);
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            files.put("s", bad);
            assertNoWrongAnswer(info, content, "bit " + bit);
        }
        try (Segment again = openAs(info, good)) {
            assertReads(again, content);
        }
    }

    /** Zstd makes no dictionary of ten values, however large. */
    @Test
    void aSectionOfFewLargeValuesIsWrittenAsItIs() {
        SegmentEncoding zstd = new SegmentEncoding(true, true, false, false);
        for (int entries = 1; entries <= 20; entries++) {
            NavigableMap<SegmentKey, byte @Nullable []> content = new TreeMap<>();
            while (content.size() < 2 * entries) {
                byte[] value = new byte[1_000 + random.nextInt(Page.LARGEST_VALUE - 999)];
                random.nextBytes(value);
                content.put(content.size() < entries ? samples.rowKey() : samples.leafKey(), value);
            }
            try (Segment segment = write(SegmentKind.FROZEN, zstd, content)) {
                assertReads(segment, content);
            }
        }
    }

    /** What waits for a dictionary is bounded, also where there is little to learn from. */
    @Test
    void tombstonesAreWrittenAsTheyComeAndAfterThemADictionaryIsStillMade() {
        NavigableMap<SegmentKey, byte @Nullable []> values = content(0, 12_000, 0);
        SegmentEncoding zstd = new SegmentEncoding(true, true, false, false);
        try (SegmentWriter writer =
                SegmentWriter.create(files, "s", SegmentTests.identity(7, SegmentKind.FROZEN), zstd)) {
            long before = writer.bytes();
            for (int i = 0; i < 100_000; i++) {
                writer.put(SegmentKey.ofLeaf(0, Hash32.of(0, 0, 0, i)), null);
            }
            // An entry takes 4 bytes.
            assertThat(writer.bytes() - before).isGreaterThan(390_000);
            values.forEach((key, value) -> {
                if (key.trieId() != 0) {
                    writer.put(key, value);
                }
            });
            SegmentInfo info = writer.finish();
            try (Segment segment = SegmentTests.open(files, info);
                    SegmentFile file = SegmentFile.open(files, "s")) {
                assertThat(file.footer().section(SectionKind.LEAF_PAGES).encoding())
                        .isEqualTo(SectionEncoding.ZSTD);
                assertThat(segment.leaf(0, Hash32.of(0, 0, 0, 99_999))).isSameAs(SegmentValue.TOMBSTONE);
                segment.verify();
            }
        }
    }

    @Test
    void tinyValuesDoNotGatherWithoutEnd() {
        SegmentEncoding zstd = new SegmentEncoding(true, true, false, false);
        try (SegmentWriter writer =
                SegmentWriter.create(files, "s", SegmentTests.identity(7, SegmentKind.FROZEN), zstd)) {
            long before = writer.bytes();
            for (int i = 0; i < 100_000; i++) {
                writer.put(SegmentKey.ofLeaf(0, Hash32.of(0, 0, 0, i)), i % 100 == 0 ? new byte[] {1} : null);
            }
            assertThat(writer.bytes() - before).isGreaterThan(250_000);
        }
    }

    @Test
    void aSectionThatIsZeroedCutOrOfAnotherFileIsRefusedNamingIt() {
        SegmentEncoding all = new SegmentEncoding(true, true, true, true);
        NavigableMap<SegmentKey, byte @Nullable []> content = content(2_000, 3_000, 0.1);
        SegmentInfo info = SegmentTests.write(files, "s", SegmentTests.identity(7, SegmentKind.FROZEN), all, content);
        SegmentTests.write(
                files, "other", SegmentTests.identity(8, SegmentKind.FROZEN), all, content(2_000, 3_000, 0.1));
        byte[] good = files.bytes("s");
        for (SectionKind kind : SectionKind.values()) {
            Section section = section("s", kind);
            int from = (int) section.offset();
            int to = (int) (section.offset() + section.length());
            assertThat(to).as("end of " + kind).isGreaterThan(from);
            byte[] zeroed = good.clone();
            Arrays.fill(zeroed, from + (to - from) / 2, to, (byte) 0);
            assertSectionRefused(info, zeroed, kind, content);
            Arrays.fill(zeroed, from, to, (byte) 0);
            assertSectionRefused(info, zeroed, kind, content);
            byte[] mixed = good.clone();
            Section others = section("other", kind);
            System.arraycopy(files.bytes("other"), (int) others.offset(), mixed, from, (int)
                    Math.min(section.length(), others.length()));
            assertSectionRefused(info, mixed, kind, content);
            for (int length = to - 1; length <= to + 1; length++) {
                files.put("s", Arrays.copyOf(good, length));
                assertThatThrownBy(() -> SegmentTests.open(files, info))
                        .as("cut behind " + kind)
                        .isInstanceOf(CorruptStoreException.class)
                        .hasMessageContaining("segment file s: footer");
            }
            files.put("s", good);
        }
        assertThat(files.openFiles()).isZero();
    }

    private Section section(String file, SectionKind kind) {
        try (SegmentFile opened = SegmentFile.open(files, file)) {
            return opened.footer().section(kind);
        }
    }

    /** Damage of what is resident is met at open, damage of pages by their reads. */
    private void assertSectionRefused(
            SegmentInfo info, byte[] bad, SectionKind kind, NavigableMap<SegmentKey, byte @Nullable []> content) {
        files.put(info.name(), bad);
        if (kind == SectionKind.ROW_PAGES || kind == SectionKind.LEAF_PAGES) {
            assertNoWrongAnswer(info, content, kind.toString());
        } else {
            assertThatThrownBy(() -> SegmentTests.open(files, info))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("segment file s: " + kind + ": crc=");
        }
    }

    private Segment openAs(SegmentInfo info, byte[] bytes) {
        files.put(info.name(), bytes);
        return SegmentTests.open(files, info);
    }

    private void assertNoWrongAnswer(
            SegmentInfo info, NavigableMap<SegmentKey, byte @Nullable []> content, String what) {
        try (Segment segment = SegmentTests.open(files, info)) {
            assertThatThrownBy(segment::verify).as(what).isInstanceOf(CorruptStoreException.class);
            int step = 0;
            for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
                if (step++ % 16 == 0) {
                    assertRightOrRefused(segment, entry.getKey(), entry.getValue(), what);
                }
            }
        } catch (CorruptStoreException e) {
            assertThat(e).as(what).hasMessageContaining("segment file s");
        }
    }

    private static void assertRightOrRefused(Segment segment, SegmentKey key, byte @Nullable [] expected, String what) {
        try {
            SegmentValue found = SegmentTests.find(segment, key);
            assertThat(found.isKnown()).as(what).isTrue();
            assertThat(found.bytes()).as(what).isEqualTo(expected);
        } catch (CorruptStoreException e) {
            assertThat(e).as(what).hasMessageContaining("segment file s: page ");
        }
    }
}
