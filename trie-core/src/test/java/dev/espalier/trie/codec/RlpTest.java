package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RlpTest {
    private static final long SEED = 0x5EED_0001L;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    @ParameterizedTest
    @CsvSource({"'', 80", "a, 61", "dog, 83646f67"})
    void encodesShortStrings(String text, String expected) {
        assertThat(hex(RlpItem.encode(text(text)))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"00, 00", "7f, 7f", "80, 8180", "ff, 81ff", "0000, 820000"})
    void aSingleByteBelow0x80StandsForItself(String bytes, String expected) {
        assertThat(hex(RlpItem.encode(new RlpItem.Text(HexFormat.of().parseHex(bytes)))))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"55, b7", "56, b838", "255, b8ff", "256, b90100", "65535, b9ffff", "65536, ba010000"})
    void aStringsHeaderGrowsWithItsLength(int length, String header) {
        byte[] bytes = new byte[length];
        byte[] encoded = RlpItem.encode(new RlpItem.Text(bytes));
        assertThat(hex(encoded)).startsWith(header).hasSize(header.length() + 2 * length);
    }

    @ParameterizedTest
    @CsvSource({"0, c0", "55, f7", "56, f838", "255, f8ff", "256, f90100", "65536, fa010000", "16777216, fb01000000"})
    void aListsHeaderGrowsWithItsPayload(int payloadLength, String header) {
        byte[] written = new byte[8];
        assertThat(Rlp.writeListHeader(payloadLength, written, 3)).isEqualTo(3 + header.length() / 2);
        assertThat(hex(written).substring(6)).startsWith(header);
        assertThat(Rlp.listHeaderLength(payloadLength)).isEqualTo(header.length() / 2);
    }

    @Test
    void encodesTheSetTheoreticRepresentationOfThree() {
        RlpItem zero = list();
        RlpItem one = list(zero);
        assertThat(hex(RlpItem.encode(list(zero, one, list(zero, one))))).isEqualTo("c7c0c1c0c3c0c1c0");
    }

    @Test
    void encodesAListOfStrings() {
        assertThat(hex(RlpItem.encode(list(text("cat"), text("dog"))))).isEqualTo("c88363617483646f67");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 80",
        "1, 01",
        "127, 7f",
        "128, 8180",
        "255, 81ff",
        "256, 820100",
        "1024, 820400",
        "100000, 830186a0",
        "9223372036854775807, 887fffffffffffffff",
        "9223372036854775808, 888000000000000000",
        "18446744073709551615, 88ffffffffffffffff"
    })
    void encodesNumbersOf64Bits(String number, String expected) {
        long unsigned = Long.parseUnsignedLong(number);
        byte[] dst = new byte[12];
        int end = Rlp.encodeNumber(unsigned, dst, 2);
        assertThat(hex(Arrays.copyOfRange(dst, 2, end))).isEqualTo(expected);
        assertThat(Rlp.encodedLength(unsigned)).isEqualTo(end - 2);
        assertThat(new RlpReader(dst, 2, end).readUnsignedLong()).isEqualTo(unsigned);
        assertThat(encoded(UInt256.of(unsigned))).isEqualTo(expected);
    }

    @Test
    void encodesNumbersOf256Bits() {
        assertThat(encoded(UInt256.of(BigInteger.ONE.shiftLeft(64)))).isEqualTo("89010000000000000000");
        assertThat(encoded(UInt256.of(BigInteger.ONE.shiftLeft(248)))).isEqualTo("a001" + "00".repeat(31));
        assertThat(encoded(UInt256.MAX)).isEqualTo("a0" + "ff".repeat(32));
    }

    @Test
    void aNumberIsTheStringOfItsMinimalBytes() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2000; i++) {
            UInt256 number = UInt256.of(new BigInteger(random.nextInt(257), random));
            String expected = hex(RlpItem.encode(new RlpItem.Text(number.toMinimalBytes())));
            assertThat(encoded(number)).as("seed=%d number=%s", SEED, number).isEqualTo(expected);
        }
    }

    @Test
    void aHashKeepsItsLeadingZeros() {
        byte[] dst = new byte[40];
        int end = Rlp.encodeHash(Hash32.of(0, 0, 0, 5), dst, 4);
        assertThat(hex(Arrays.copyOfRange(dst, 4, end))).isEqualTo("a0" + "00".repeat(31) + "05");
        assertThat(new RlpReader(dst, 4, end).readHash()).isEqualTo(Hash32.of(0, 0, 0, 5));
    }

    @Test
    void encodesAPartOfAnArrayAndTouchesNothingElse() {
        byte[] src = {9, 8, 7, 6, 5};
        byte[] dst = new byte[8];
        Arrays.fill(dst, (byte) 0xEE);
        assertThat(Rlp.encodeString(src, 1, 3, dst, 2)).isEqualTo(6);
        assertThat(hex(dst)).isEqualTo("eeee83080706eeee");
        assertThat(Rlp.encodeString(src, 4, 1, dst, 0)).isEqualTo(1);
        assertThat(hex(dst)).isEqualTo("05ee83080706eeee");
    }

    @Test
    void refusesABufferThatIsTooShort() {
        byte[] src = new byte[4];
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Rlp.encodeString(src, 0, 4, new byte[4], 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Rlp.encodeNumber(300, new byte[2], 0));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> Rlp.writeListHeader(300, new byte[2], 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE})
    void refusesANegativeLength(int length) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Rlp.listHeaderLength(length))
                .withMessageContaining("length=" + length);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Rlp.encodedLength(new byte[1], 0, length));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> Rlp.encodeString(new byte[1], 0, length, new byte[9], 0));
    }

    @Test
    void refusesALengthOverTheRangeOfAnInt() {
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> Rlp.encodedLength(new byte[0], 0, Integer.MAX_VALUE - 3));
        assertThat(Rlp.listHeaderLength(Integer.MAX_VALUE)).isEqualTo(5);
    }

    @Test
    void randomItemsSurviveARoundTrip() {
        for (int i = 0; i < (LONG ? 50_000 : 2000); i++) {
            RlpItem item = RlpItem.random(new Random(SEED + i), 4);
            assertThat(RlpItem.decode(RlpItem.encode(item)))
                    .as("seed=%d", SEED + i)
                    .isEqualTo(item);
        }
    }

    private static String encoded(UInt256 number) {
        byte[] dst = new byte[40];
        int end = Rlp.encodeNumber(number, dst, 3);
        assertThat(Rlp.encodedLength(number)).isEqualTo(end - 3);
        assertThat(new RlpReader(dst, 3, end).readUInt256()).isEqualTo(number);
        return hex(Arrays.copyOfRange(dst, 3, end));
    }

    private static RlpItem text(String text) {
        return new RlpItem.Text(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static RlpItem list(RlpItem... items) {
        return new RlpItem.Items(List.of(items));
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
