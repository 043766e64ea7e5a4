package dev.espalier.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.segment.page.ValueCodec;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

class PageFuzz {
    private static final int CRC_AT = Page.BYTES - Integer.BYTES;
    private static final long FILE_ID = 7;
    private static final long NUMBER = 3;

    /** A dictionary is never reached by chance, so the values of a compressed section are decoded with a fixed one. */
    private static final ValueCodec COMPRESSED = ValueCodec.ofDictionary(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});

    @FuzzTest(maxDuration = FuzzTime.EACH)
    void aPageIsReadOrRefused(byte[] bytes) {
        byte[] page = sealed(Arrays.copyOf(bytes, Page.BYTES));
        byte[] target = Arrays.copyOf(bytes, SegmentKey.BYTES);
        Page window = new Page();
        for (ValueCodec codec : new ValueCodec[] {ValueCodec.PLAIN, COMPRESSED}) {
            try {
                window.look(page, 0, "f", FILE_ID, NUMBER);
                while (window.next()) {
                    window.key();
                    if (!window.isTombstone()) {
                        window.value(codec);
                    }
                }
            } catch (CorruptStoreException e) {
                // That is how it is refused.
            }
            try {
                window.look(page, 0, "f", FILE_ID, NUMBER);
                if (window.find(target) && !window.isTombstone()) {
                    window.value(codec);
                }
            } catch (CorruptStoreException e) {
                // That is how it is refused.
            }
        }
    }

    /** A random checksum would end every try at once. */
    private static byte[] sealed(byte[] page) {
        CRC32C crc = new CRC32C();
        crc.update(page, 0, CRC_AT);
        ByteBuffer place = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        crc.update(place.putLong(FILE_ID).putLong(NUMBER).flip());
        ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).putInt(CRC_AT, (int) crc.getValue());
        return page;
    }
}
