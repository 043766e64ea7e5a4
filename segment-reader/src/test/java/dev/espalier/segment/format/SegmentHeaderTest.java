package dev.espalier.segment.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.key.KeyRange;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SegmentHeaderTest {
    private static final SegmentIdentity IDENTITY = new SegmentIdentity(-1, 2, 3, Long.MAX_VALUE, SegmentKind.FRESH);

    @ParameterizedTest
    @EnumSource(SegmentKind.class)
    void decodingGivesTheIdentityBack(SegmentKind kind) {
        SegmentIdentity identity = new SegmentIdentity(1337, 7, 70, 79, kind);
        assertThat(SegmentHeader.decode(SegmentHeader.encode(identity, false), "f"))
                .isEqualTo(identity);
        assertThat(SegmentHeader.decode(SegmentHeader.encode(IDENTITY, false), "f"))
                .isEqualTo(IDENTITY);
    }

    /** Version 2: a part of a base names its keys. */
    @Test
    void aPartOfABaseGivesItsRangeBack() {
        KeyRange range = new KeyRange(3, Hash32.of(1, 0, 0, 0), -1, Hash32.of(0, 0, 0, 5));
        SegmentIdentity part = new SegmentIdentity(1, 2, 3, 4, SegmentKind.BASE, range);
        byte[] header = SegmentHeader.encode(part, false);
        assertThat(header[SegmentHeader.VERSION_AT]).isEqualTo((byte) 2);
        assertThat(SegmentHeader.decode(header, "f")).isEqualTo(part);
        assertThat(SegmentHeader.encode(IDENTITY, false)[SegmentHeader.VERSION_AT])
                .isEqualTo((byte) 1);
        assertThat(SegmentHeader.encode(IDENTITY, true)[SegmentHeader.VERSION_AT])
                .isEqualTo((byte) 2);
    }

    @Test
    void beginsWithItsName() {
        byte[] name = Arrays.copyOf(SegmentHeader.encode(IDENTITY, false), 8);
        assertThat(new String(name, StandardCharsets.US_ASCII)).isEqualTo("ESPLRSEG");
    }

    @Test
    void everySingleBitFlipIsRefused() {
        byte[] header = SegmentHeader.encode(IDENTITY, false);
        for (int bit = 0; bit < 8 * header.length; bit++) {
            byte[] bad = header.clone();
            bad[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThatThrownBy(() -> SegmentHeader.decode(bad, "file f"))
                    .as("bit " + bit)
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("file f: header: ");
        }
    }

    @Test
    void impossibleFieldsUnderAGoodChecksumAreRefused() {
        assertRefused(SegmentHeader.KIND_AT, 0, "kind=0");
        assertRefused(SegmentHeader.KIND_AT, 4, "kind=4");
        assertRefused(SegmentHeader.FROM_TRIE_ID_AT, 1, "byte 48=1");
        assertRefused(SegmentHeader.ZEROS_AT, 1, "byte 128=1");
        assertRefused(SegmentHeader.CRC_AT - 4, 1, "expected 0");
        assertRefused(SegmentHeader.TO_SEQ_AT + 4, 0x80000000, "fromSeq=3");
    }

    private static void assertRefused(int at, int value, String message) {
        byte[] bad = SegmentHeader.encode(IDENTITY, false);
        ByteBuffer bytes = ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(at, value).putInt(SegmentHeader.CRC_AT, SegmentHeader.crc(bad));
        assertThatThrownBy(() -> SegmentHeader.decode(bad, "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f: header: ")
                .hasMessageContaining(message);
    }
}
