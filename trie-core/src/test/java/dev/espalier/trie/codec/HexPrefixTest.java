package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.espalier.trie.Hash32;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HexPrefixTest {
    private static final long SEED = 0x5EED_0003L;
    private static final Hash32 KEY =
            Hash32.fromHex("0f1cb89a3e5d7206c4a1958bde37f6200123456789abcdeffedcba9876543210");

    @ParameterizedTest
    @CsvSource({
        "0, 0, false, 00",
        "0, 0, true, 20",
        "64, 64, true, 20",
        "0, 6, true, 200f1cb8",
        "1, 6, false, 1f1cb8",
        "0, 5, false, 10f1cb",
        "5, 8, true, 389a",
        "63, 64, true, 30",
        "63, 64, false, 10",
        "62, 64, false, 0010"
    })
    void encodesKnownPaths(int from, int to, boolean leaf, String expected) {
        assertThat(HexFormat.of().formatHex(encode(KEY, from, to, leaf))).isEqualTo(expected);
    }

    @Test
    void encodesAWholeKey() {
        assertThat(HexFormat.of().formatHex(encode(KEY, 0, 64, true)))
                .isEqualTo("20" + HexFormat.of().formatHex(KEY.toBytes()));
        assertThat(HexFormat.of().formatHex(encode(KEY, 1, 64, true)))
                .isEqualTo("3" + HexFormat.of().formatHex(KEY.toBytes()).substring(1));
    }

    @Test
    void everyRangeAgreesWithTheDefinitionAndDecodesAgain() {
        Random random = new Random(SEED);
        Hash32 key = Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong());
        for (int from = 0; from <= 64; from++) {
            for (int to = from; to <= 64; to++) {
                for (boolean leaf : new boolean[] {false, true}) {
                    byte[] nibbles = nibbles(key, from, to);
                    byte[] encoded = encode(key, from, to, leaf);
                    assertThat(encoded)
                            .as("seed=%d from=%d to=%d leaf=%b", SEED, from, to, leaf)
                            .isEqualTo(byDefinition(nibbles, leaf));

                    HexPrefix path = HexPrefix.decode(encoded, 0, encoded.length);
                    assertThat(path.isLeaf()).isEqualTo(leaf);
                    assertThat(path.nibbles()).isEqualTo(nibbles);
                }
            }
        }
    }

    @Test
    void writesNothingOutsideOfItsBytes() {
        for (int to = 0; to <= 64; to++) {
            byte[] dst = new byte[40];
            Arrays.fill(dst, (byte) 0xEE);
            int end = HexPrefix.encode(KEY, 0, to, true, dst, 3);
            assertThat(end).isEqualTo(3 + HexPrefix.encodedLength(to));
            assertThat(Arrays.copyOf(dst, 3)).containsOnly(0xEE);
            assertThat(Arrays.copyOfRange(dst, end, 40)).containsOnly(0xEE);
        }
    }

    @ParameterizedTest
    @CsvSource({"-1, 3", "4, 3", "0, 65", "65, 65"})
    void refusesARangeOutsideTheKey(int from, int to) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> HexPrefix.encode(KEY, from, to, true, new byte[40], 0))
                .withMessage("hex-prefix: from=" + from + " to=" + to + ", expected a range within 0..64");
    }

    @Test
    void refusesABufferThatIsTooShort() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> HexPrefix.encode(KEY, 0, 64, true, new byte[32], 0));
    }

    @Test
    void decodesAPartOfAnArray() {
        HexPrefix path = HexPrefix.decode(HexFormat.of().parseHex("ff31a2ff"), 1, 2);
        assertThat(path.isLeaf()).isTrue();
        assertThat(path.length()).isEqualTo(3);
        assertThat(path.nibble(0)).isEqualTo(1);
        assertThat(path.nibble(1)).isEqualTo(10);
        assertThat(path.nibbles()).isEqualTo(new byte[] {1, 10, 2});
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'rlp: offset=0: hex-prefix path is empty, expected 1 byte or more'",
        "40, 'rlp: offset=0: hex-prefix flag=4, expected 0..3'",
        "f012, 'rlp: offset=0: hex-prefix flag=15, expected 0..3'",
        "01, 'rlp: offset=0: hex-prefix padding=1, expected 0'",
        "2f12, 'rlp: offset=0: hex-prefix padding=15, expected 0'"
    })
    void refusesWhatIsNoPath(String hex, String message) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThatExceptionOfType(RlpException.class)
                .isThrownBy(() -> HexPrefix.decode(bytes, 0, bytes.length))
                .withMessage(message);
    }

    @Test
    void refusesToDecodeOutsideTheArray() {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> HexPrefix.decode(new byte[3], 2, 2));
    }

    private static byte[] encode(Hash32 key, int from, int to, boolean leaf) {
        byte[] dst = new byte[HexPrefix.encodedLength(to - from)];
        assertThat(HexPrefix.encode(key, from, to, leaf, dst, 0)).isEqualTo(dst.length);
        return dst;
    }

    private static byte[] nibbles(Hash32 key, int from, int to) {
        byte[] nibbles = new byte[to - from];
        for (int i = from; i < to; i++) {
            nibbles[i - from] = (byte) key.nibble(i);
        }
        return nibbles;
    }

    /** Appendix C, word for word. */
    private static byte[] byDefinition(byte[] nibbles, boolean leaf) {
        int flag = leaf ? 2 : 0;
        byte[] out = new byte[nibbles.length / 2 + 1];
        if (nibbles.length % 2 == 0) {
            out[0] = (byte) (16 * flag);
            for (int i = 0; i < nibbles.length; i += 2) {
                out[1 + i / 2] = (byte) (16 * nibbles[i] + nibbles[i + 1]);
            }
        } else {
            out[0] = (byte) (16 * (flag + 1) + nibbles[0]);
            for (int i = 1; i < nibbles.length; i += 2) {
                out[1 + i / 2] = (byte) (16 * nibbles[i] + nibbles[i + 1]);
            }
        }
        return out;
    }
}
