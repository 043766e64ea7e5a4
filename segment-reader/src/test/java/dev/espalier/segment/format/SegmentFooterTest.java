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
    private static final byte[] HEADER = SegmentHeader.encode(new SegmentIdentity(1, 7, 70, 79, SegmentKind.FRESH));

    private static SegmentFooter footer() {
        List<Section> sections = new ArrayList<>();
        long offset = SegmentHeader.BYTES;
        for (long length : new long[] {8192, 4096, 100, 200, 0, 300}) {
            sections.add(new Section(offset, length, (int) length * 3));
            offset += length;
        }
        return SegmentFooter.of(HEADER, 7, new EntryCounts(1, 2, 3, 4), sections);
    }

    @Test
    void decodingGivesTheFooterBack() {
        SegmentFooter footer = footer();
        assertThat(SegmentFooter.decode(footer.encode(), HEADER, footer.fileBytes(), "f"))
                .isEqualTo(footer);
        assertThat(footer.encode()).hasSize(SegmentFooter.BYTES);
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
        byte[] other = SegmentHeader.encode(new SegmentIdentity(1, 8, 70, 79, SegmentKind.FRESH));
        assertThatThrownBy(() -> SegmentFooter.decode(footer.encode(), other, footer.fileBytes(), "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("headerCrc=");
    }

    @Test
    void impossibleSectionsUnderAGoodChecksumAreRefused() {
        int first = SegmentFooter.SECTIONS_AT;
        assertRefused(SegmentFooter.SECTION_COUNT_AT, 5, "sections=5");
        assertRefused(SegmentFooter.ZERO_AT, 1, "zero=1");
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
        crc.update(bad, 0, SegmentFooter.CRC_AT);
        bytes.putInt(SegmentFooter.CRC_AT, (int) crc.getValue());
        assertDecodeRefused(bad, message);
    }

    private static void assertDecodeRefused(byte[] bad, String message) {
        assertThatThrownBy(() -> SegmentFooter.decode(bad, HEADER, footer().fileBytes(), "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f: footer: ")
                .hasMessageContaining(message);
    }
}
