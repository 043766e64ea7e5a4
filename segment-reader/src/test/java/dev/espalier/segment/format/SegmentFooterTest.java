package dev.espalier.segment.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class SegmentFooterTest {
    private static final SegmentIdentity IDENTITY = new SegmentIdentity(1, 7, 70, 79, SegmentKind.FROZEN);
    private static final byte[] HEADER = SegmentHeader.encode(IDENTITY, false);
    private static final byte[] HEADER_2 = SegmentHeader.encode(IDENTITY, true);

    private static SegmentFooter footer() {
        return footer(HEADER, new long[] {8192, 4096, 100, 200, 0, 300}, new int[6]);
    }

    private static SegmentFooter footer(byte[] header, long[] lengths, int[] encodings) {
        List<Section> sections = new ArrayList<>();
        long offset = SegmentHeader.BYTES;
        List<SectionKind> kinds = List.of(SectionKind.values());
        for (int i = 0; i < lengths.length; i++) {
            SectionEncoding encoding = SectionEncoding.of(encodings[i], kinds.get(i), "f");
            sections.add(new Section(offset, lengths[i], encoding, (int) lengths[i] * 3));
            offset += lengths[i];
        }
        return SegmentFooter.of(header, 7, new EntryCounts(1, 2, 3, 4), sections);
    }

    @Test
    void version2SaysHowSectionsAreEncoded() {
        SegmentFooter footer = footer(
                HEADER_2, new long[] {4096, 8192, 100, 200, 50, 300, 10, 20}, new int[] {1, 0, 2, 0, 3, 0, 0, 0});
        byte[] bytes = footer.encode();
        assertThat(SegmentFooter.decode(bytes, HEADER_2, footer.fileBytes(), "f"))
                .isEqualTo(footer);
        assertThat(bytes).hasSize(SegmentFooter.bytes(HEADER_2));
        assertThat(footer.section(SectionKind.ROW_PAGES).encoding()).isEqualTo(SectionEncoding.ZSTD);
        assertThat(footer.section(SectionKind.LEAF_DICTIONARY).length()).isEqualTo(20);
        assertThat(footer().section(SectionKind.LEAF_DICTIONARY).length()).isZero();
        assertThatThrownBy(() -> SegmentFooter.decode(bytes, HEADER, footer.fileBytes(), "f"))
                .isInstanceOf(CorruptStoreException.class);
        assertThatThrownBy(() -> SectionEncoding.of(2, SectionKind.ROW_PAGES, "f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("ROW_PAGES encoding=2, expected 0 or 1");
    }

    @Test
    void decodingGivesTheFooterBack() {
        SegmentFooter footer = footer();
        assertThat(SegmentFooter.decode(footer.encode(), HEADER, footer.fileBytes(), "f"))
                .isEqualTo(footer);
        assertThat(footer.encode()).hasSize(SegmentFooter.bytes(HEADER));
        assertThat(footer.section(SectionKind.LEAF_FILTER).length()).isEqualTo(300);
    }

    @Test
    void everySingleBitFlipIsRefused() {
        byte[] good = footer().encode();
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            assertDecodeRefused(bad, "");
        }
    }

    @Test
    void anotherLengthOfTheFileOrAnotherHeaderIsRefused() {
        SegmentFooter footer = footer();
        assertThatThrownBy(() -> SegmentFooter.decode(footer.encode(), HEADER, footer.fileBytes() + 1, "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f: footer: fileBytes=");
        byte[] other = SegmentHeader.encode(new SegmentIdentity(1, 8, 70, 79, SegmentKind.FRESH), false);
        assertThatThrownBy(() -> SegmentFooter.decode(footer.encode(), other, footer.fileBytes(), "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("headerCrc=");
    }

    @Test
    void impossibleSectionsUnderAGoodChecksumAreRefused() {
        int first = SegmentFooter.SECTIONS_AT;
        assertRefused(SegmentFooter.SECTION_COUNT_AT, 5, "sections=5");
        assertRefused(footer().encode().length - 16, 1, "zero=1");
        assertRefused(first, 4097, "ROW_PAGES offset=4097");
        assertRefused(first + 8, 8191, "ROW_PAGES length=8191");
        assertRefused(first + 8, 4096, "LEAF_PAGES offset=12288");
        assertRefused(first + 12, 1, "ROW_PAGES length=");
        assertRefused(first + 12, -1, "ROW_PAGES length=-");
        assertRefused(first + 16, 1, "ROW_PAGES encoding=1");
        int last = first + 5 * SegmentFooter.SECTION_BYTES;
        assertRefused(last + 8, 299, "end of sections=");
    }

    private static void assertRefused(int at, int value, String message) {
        byte[] bad = footer().encode();
        ByteBuffer bytes = ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        CRC32C crc = new CRC32C();
        crc.update(bad, 0, bad.length - 12);
        bytes.putInt(bad.length - 12, (int) crc.getValue());
        assertDecodeRefused(bad, message);
    }

    private static void assertDecodeRefused(byte[] bad, String message) {
        assertThatThrownBy(() -> SegmentFooter.decode(bad, HEADER, footer().fileBytes(), "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f: footer: ")
                .hasMessageContaining(message);
    }
}
