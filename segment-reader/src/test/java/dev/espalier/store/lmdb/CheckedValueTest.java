package dev.espalier.store.lmdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.store.log.LogHeader;
import dev.espalier.store.log.LogRecordCodec;
import dev.espalier.store.log.RandomRecords;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.LogRecord;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckedValueTest {
    private static final byte[] KEY = LogKey.record(5, 1);

    private static byte[] flipped(byte[] bytes, int bit) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << (bit % 8));
        return flipped;
    }

    @Test
    void aValueIsItsBytesAndTheChecksumOfKeyAndBytes() {
        byte[] value = CheckedValue.seal(KEY, new byte[] {9, 1, 2, 3, 9}, 1, 4);

        assertThat(HexFormat.of().formatHex(value)).isEqualTo("010203" + "82934c94");
        assertThat(CheckedValue.open(KEY, value)).containsExactly(1, 2, 3);
        assertThat(CheckedValue.open(KEY, CheckedValue.seal(KEY, new byte[0], 0, 0)))
                .isEmpty();
    }

    /** H58: whatever one bit of a record's values changes, the record is refused, never taken for another. */
    @Test
    void noFlippedBitOfARecordGetsThrough() {
        for (int seed = 0; seed < 10; seed++) {
            LogRecord record = new RandomRecords(seed).record(5, 3);
            byte[] changes = LogRecordCodec.encodeChanges(record);
            byte[] header = LogRecordCodec.encodeHeader(new LogHeader(4, changes.length, record.entry()));
            for (byte[] bytes : List.of(changes, header)) {
                byte[] value = CheckedValue.seal(KEY, bytes, 0, bytes.length);
                for (int bit = 0; bit < 8 * value.length; bit++) {
                    byte[] damaged = flipped(value, bit);
                    assertThatThrownBy(() -> CheckedValue.open(KEY, damaged))
                            .isInstanceOf(CorruptStoreException.class)
                            .hasMessageContaining("log record seq=5 part=1: checksum=");
                }
            }
        }
    }

    @Test
    void aValueUnderAnotherKeyIsRefused() {
        byte[] value = CheckedValue.seal(KEY, new byte[] {1, 2, 3}, 0, 3);

        for (int bit = 0; bit < 8 * KEY.length; bit++) {
            byte[] otherKey = flipped(KEY, bit);
            assertThatThrownBy(() -> CheckedValue.open(otherKey, value)).isInstanceOf(CorruptStoreException.class);
        }
    }

    @Test
    void aValueCutShortIsRefused() {
        byte[] value = CheckedValue.seal(KEY, new byte[] {1, 2, 3}, 0, 3);

        for (int length = 0; length < value.length; length++) {
            byte[] cut = Arrays.copyOf(value, length);
            assertThatThrownBy(() -> CheckedValue.open(KEY, cut)).isInstanceOf(CorruptStoreException.class);
        }
    }
}
