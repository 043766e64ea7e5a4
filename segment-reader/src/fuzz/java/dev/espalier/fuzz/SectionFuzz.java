package dev.espalier.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.PageIndex;
import dev.espalier.segment.format.SegmentFooter;
import dev.espalier.segment.format.SegmentHeader;
import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.segment.index.PageLocator;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

class SectionFuzz {
    private static final int HEADER_CRC_AT = SegmentHeader.BYTES - Integer.BYTES;
    private static final int FOOTER_CRC_FROM_END = Integer.BYTES + Long.BYTES;

    @FuzzTest(maxDuration = FuzzTime.EACH)
    void aSectionIsReadOrRefused(byte[] bytes) {
        if (bytes.length == 0) {
            return;
        }
        byte[] content = Arrays.copyOfRange(bytes, 1, bytes.length);
        try {
            switch (bytes[0] & 3) {
                case 0 -> readIndex(content);
                case 1 -> KeyFilter.decode(content, 0, content.length, "f").mayContain(Arrays.hashCode(content));
                case 2 -> PageLocator.decode(content, "f").pageInBucket(Arrays.hashCode(content) * 0x9E37_79B9L);
                default -> readEnds(content);
            }
        } catch (CorruptStoreException | UnsupportedFormatException e) {
            // That is how it is refused.
        }
    }

    private static void readIndex(byte[] content) {
        PageIndex index = PageIndex.decode(content, 0, content.length, "f");
        index.pageOf(Arrays.copyOf(content, SegmentKey.BYTES));
        for (int page = 0; page < index.pages(); page++) {
            index.separator(page);
        }
    }

    /** A header, and a footer behind it, with checksums that fit. */
    private static void readEnds(byte[] content) {
        byte[] header = Arrays.copyOf(content, SegmentHeader.BYTES);
        ByteBuffer bytes = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(HEADER_CRC_AT, crc(header, HEADER_CRC_AT));
        SegmentHeader.decode(header, "f");
        byte[] footer = Arrays.copyOfRange(
                Arrays.copyOf(content, 2 * SegmentHeader.BYTES),
                SegmentHeader.BYTES,
                SegmentHeader.BYTES + SegmentFooter.bytes(header));
        ByteBuffer end = ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN);
        int crcAt = footer.length - FOOTER_CRC_FROM_END;
        end.putInt(crcAt, crc(footer, crcAt));
        SegmentFooter.decode(footer, header, end.getLong(Long.BYTES), "f");
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
