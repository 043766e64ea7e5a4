package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.format.SegmentFooter;
import dev.espalier.segment.format.SegmentHeader;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** H48: damage is refused at open or at the read that meets it, naming the file; nothing wrong is ever read. */
class SegmentDamageTest {
    private static final int FLIPS = Boolean.getBoolean("espalier.long") ? 20_000 : 2_000;

    private final MemoryFiles files = new MemoryFiles();
    private final SampleKeys samples = new SampleKeys(new Random(1));
    private final NavigableMap<SegmentKey, byte @Nullable []> content = samples.content(150, 700);
    private SegmentInfo info;
    private byte[] good;

    @BeforeEach
    void write() {
        info = SegmentTests.writeFresh(files, 7, content);
        good = files.bytes(info.name()).clone();
    }

    /** Reads every key; returns how many reads were refused. Fails if one gave a wrong answer. */
    private int refusedReads(Segment segment) {
        int refused = 0;
        for (Map.Entry<SegmentKey, byte @Nullable []> entry : content.entrySet()) {
            try {
                SegmentValue value = SegmentTests.find(segment, entry.getKey());
                if (!value.isKnown() || !Arrays.equals(value.bytes(), entry.getValue())) {
                    throw new AssertionError(entry.getKey() + " is " + value);
                }
            } catch (CorruptStoreException e) {
                assertThat(e).hasMessageContaining(info.name());
                refused++;
            }
        }
        return refused;
    }

    @Test
    void everySingleBitFlipIsRefusedOrHarmless() {
        int atOpen = 0;
        int atRead = 0;
        Random random = new Random(2);
        for (int i = 0; i < FLIPS; i++) {
            int bit = random.nextInt(8 * good.length);
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            files.put(info.name(), bad);
            try (Segment segment = SegmentTests.open(files, info)) {
                int refused = refusedReads(segment);
                atRead += refused > 0 ? 1 : 0;
                assertThatThrownBy(segment::verify)
                        .as("verification, bit=" + bit)
                        .isInstanceOf(CorruptStoreException.class)
                        .hasMessageContaining(info.name());
            } catch (CorruptStoreException e) {
                assertThat(e).as("bit=" + bit).hasMessageContaining(info.name());
                atOpen++;
            } catch (AssertionError e) {
                throw new AssertionError("bit=" + bit + ", byte=" + bit / 8, e);
            }
        }
        assertThat(atOpen).as("refused at open").isPositive();
        assertThat(atRead).as("refused at read").isPositive();
        // Every bit belongs to a checksum, so each flip is met at open, or by the reads of its page.
        assertThat(atOpen + atRead).isEqualTo(FLIPS);
        assertThat(files.openFiles()).isZero();
    }

    @Test
    void aFileCutAtASectionBoundaryOrAnywhereIsRefused() {
        Random random = new Random(3);
        SegmentFooter footer = footer(good);
        for (SectionKind kind : SectionKind.values()) {
            for (long around = -1; around <= 1; around++) {
                assertCutRefused((int) (footer.section(kind).offset() + around));
            }
        }
        assertCutRefused(0);
        assertCutRefused(good.length - SegmentFooter.bytes(good));
        assertCutRefused(good.length - 1);
        for (int i = 0; i < 500; i++) {
            assertCutRefused(random.nextInt(good.length));
        }
        files.put(info.name(), Arrays.copyOf(good, good.length + 1));
        assertOpenRefused("footer: magic");
    }

    private void assertCutRefused(int length) {
        files.put(info.name(), Arrays.copyOf(good, length));
        assertOpenRefused("");
        assertThatThrownBy(() -> SegmentTests.open(files, info)).isInstanceOf(CorruptStoreException.class);
    }

    private static SegmentFooter footer(byte[] file) {
        byte[] header = Arrays.copyOf(file, SegmentHeader.BYTES);
        byte[] footer = Arrays.copyOfRange(file, file.length - SegmentFooter.bytes(header), file.length);
        return SegmentFooter.decode(footer, header, file.length, "test");
    }

    private void assertOpenRefused(String message) {
        assertThatThrownBy(() -> Segment.open(files, info.name(), SegmentTests.CHAIN))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("segment file " + info.name() + ": ")
                .hasMessageContaining(message);
        assertThat(files.openFiles()).isZero();
    }

    @Test
    void aFileOfAnotherChainIsRefusedNamingBoth() {
        assertThatThrownBy(() -> Segment.open(files, info.name(), 1))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessage("segment file segment-7: chainId=1337, expected 1: of another chain");
        assertThat(files.openFiles()).isZero();
    }

    @Test
    void aFileOfAnotherVersionIsToldFromADamagedOne() {
        putVersion(3);
        assertThatThrownBy(() -> SegmentTests.open(files, info))
                .isInstanceOfSatisfying(
                        UnsupportedFormatException.class,
                        e -> assertThat(e.isTooNew()).isTrue())
                .hasMessageContaining(
                        "segment file segment-7: format version=3, expected 1..2: written by a newer build");
        putVersion(0);
        assertThatThrownBy(() -> SegmentTests.open(files, info))
                .isInstanceOfSatisfying(
                        UnsupportedFormatException.class,
                        e -> assertThat(e.isTooNew()).isFalse())
                .hasMessageContaining("too old");
        putVersion(-1);
        assertThatThrownBy(() -> SegmentTests.open(files, info))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("format version=4294967295");
        // Without a matching checksum it is damage.
        byte[] bad = good.clone();
        bad[8] = 2;
        files.put(info.name(), bad);
        assertOpenRefused("header: crc=");
        assertThat(files.openFiles()).isZero();
    }

    private void putVersion(int version) {
        byte[] other = good.clone();
        ByteBuffer.wrap(other).order(ByteOrder.LITTLE_ENDIAN).putInt(8, version);
        resealHeader(other);
        files.put(info.name(), other);
    }

    private static void resealHeader(byte[] file) {
        CRC32C crc = new CRC32C();
        crc.update(file, 0, 4092);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(4092, (int) crc.getValue());
    }

    @Test
    void aHeaderThatWasReplacedIsRefused() {
        byte[] other = good.clone();
        System.arraycopy(SegmentHeader.encode(SegmentTests.identity(8, SegmentKind.FRESH), false), 0, other, 0, 4096);
        files.put(info.name(), other);
        assertOpenRefused("footer: headerCrc=");
    }

    @Test
    void whatIsNoSegmentFileIsRefused() {
        byte[] noise = new byte[20_000];
        new Random(4).nextBytes(noise);
        files.put(info.name(), noise);
        assertOpenRefused("header: magic=");
        files.put(info.name(), new byte[20_000]);
        assertOpenRefused("header: magic=0x0");
    }

    @Test
    void swappedPagesAreRefused() {
        SegmentFooter footer = footer(good);
        for (SectionKind kind : new SectionKind[] {SectionKind.ROW_PAGES, SectionKind.LEAF_PAGES}) {
            int at = (int) footer.section(kind).offset();
            assertThat(footer.section(kind).length()).isGreaterThanOrEqualTo(2L * Page.BYTES);
            byte[] bad = good.clone();
            System.arraycopy(good, at, bad, at + Page.BYTES, Page.BYTES);
            System.arraycopy(good, at + Page.BYTES, bad, at, Page.BYTES);
            assertPagesRefused(bad);
        }
    }

    @Test
    void aPageOfAnotherFileIsRefused() {
        SegmentInfo other = SegmentTests.writeFresh(files, 8, content);
        byte[] bad = good.clone();
        System.arraycopy(files.bytes(other.name()), Page.BYTES, bad, Page.BYTES, Page.BYTES);
        assertPagesRefused(bad);
    }

    private void assertPagesRefused(byte[] bad) {
        files.put(info.name(), bad);
        try (Segment segment = SegmentTests.open(files, info)) {
            assertThat(refusedReads(segment)).isPositive();
            assertThatThrownBy(segment::verify).isInstanceOf(CorruptStoreException.class);
            assertThatThrownBy(() -> SegmentTests.readAll(segment)).isInstanceOf(CorruptStoreException.class);
        }
    }

    @Test
    void swappedFilesAreRefused() {
        SegmentInfo other = SegmentTests.writeFresh(files, 8, samples.content(150, 700));
        byte[] ofOther = files.bytes(other.name());
        files.put(other.name(), good);
        files.put(info.name(), ofOther);
        for (SegmentInfo recorded : new SegmentInfo[] {info, other}) {
            assertThatThrownBy(() -> SegmentTests.open(files, recorded))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("segment file " + recorded.name() + ": found")
                    .hasMessageContaining("expected the recorded");
        }
        assertThat(files.openFiles()).isZero();
    }

    /** A crash may leave a file whose number is given out again. */
    @Test
    void anotherFileWithTheSameNumberIsRefused() {
        NavigableMap<SegmentKey, byte @Nullable []> changed = new TreeMap<>(content);
        byte[] value = changed.firstEntry().getValue();
        changed.put(changed.firstKey(), value == null ? new byte[1] : null);
        changed.put(changed.lastKey(), new byte[] {1, 2, 3});
        SegmentTests.writeFresh(files, 7, changed);
        assertThatThrownBy(() -> SegmentTests.open(files, info))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("expected the recorded");
    }

    @Test
    void aDamagedPageHarmsNoLookupOnAnotherPage() {
        byte[] bad = good.clone();
        bad[Page.BYTES + 100] ^= 1;
        files.put(info.name(), bad);
        try (Segment segment = SegmentTests.open(files, info)) {
            int refused = refusedReads(segment);
            assertThat(refused).isBetween(1, 60);
            assertThat(refusedReads(segment)).isEqualTo(refused);
        }
    }
}
