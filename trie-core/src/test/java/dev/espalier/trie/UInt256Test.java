package dev.espalier.trie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UInt256Test {
    private static final long SEED = 0x5EED_0256L;
    private static final BigInteger MAX = BigInteger.TWO.pow(256).subtract(BigInteger.ONE);

    @Test
    void namedValuesAreWhatTheySay() {
        assertThat(UInt256.ZERO.toBigInteger()).isZero();
        assertThat(UInt256.ONE.toBigInteger()).isOne();
        assertThat(UInt256.MAX.toBigInteger()).isEqualTo(MAX);
        assertThat(UInt256.ZERO.isZero()).isTrue();
        assertThat(UInt256.ONE.isZero()).isFalse();
        assertThat(UInt256.of(BigInteger.TWO.pow(192)).isZero()).isFalse();
    }

    @Test
    void aLongIsReadAsUnsigned() {
        assertThat(UInt256.of(-1L).toBigInteger())
                .isEqualTo(BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
        assertThat(UInt256.of(Long.MIN_VALUE)).hasToString("0x8000000000000000");
    }

    @Test
    void everyFormRoundTripsAtEveryBitLength() {
        Random random = new Random(SEED);
        for (int bits = 0; bits <= 256; bits++) {
            BigInteger number = bits == 0 ? BigInteger.ZERO : new BigInteger(bits - 1, random).setBit(bits - 1);
            UInt256 value = UInt256.of(number);
            assertThat(value.toBigInteger()).isEqualTo(number);
            assertThat(UInt256.of(value.toBytes32())).isEqualTo(value).hasSameHashCodeAs(value);
            assertThat(UInt256.of(value.toMinimalBytes())).isEqualTo(value);
            assertThat(UInt256.fromHex(value.toString())).isEqualTo(value);
            assertThat(UInt256.fromDecimal(number.toString())).isEqualTo(value);
            assertThat(UInt256.of(Hash32.of(value.toBytes32()))).isEqualTo(value);
            assertThat(value.minimalLength()).isEqualTo((bits + 7) / 8);
            assertThat(value.toMinimalBytes()).hasSize((bits + 7) / 8);
            assertThat(bits == 0 || value.toMinimalBytes()[0] != 0).isTrue();
            assertThat(value).hasToString("0x" + number.toString(16));
        }
    }

    @Test
    void leadingZeroBytesChangeNothing() {
        assertThat(UInt256.of(new byte[0])).isEqualTo(UInt256.ZERO);
        assertThat(UInt256.of(new byte[7])).isEqualTo(UInt256.ZERO);
        assertThat(UInt256.of(new byte[] {0, 0, 5})).isEqualTo(UInt256.of(5));
        assertThat(UInt256.of(new byte[] {(byte) 0xff})).isEqualTo(UInt256.of(255));
    }

    @Test
    void keepsNoArrayOfTheCaller() {
        byte[] bytes = new byte[32];
        UInt256 value = UInt256.of(bytes);
        bytes[31] = 1;
        value.toBytes32()[31] = 1;
        assertThat(value).isEqualTo(UInt256.ZERO);
        byte[] full = new byte[32];
        Arrays.fill(full, (byte) 0xff);
        UInt256.MAX.toMinimalBytes()[0] = 0;
        assertThat(UInt256.MAX.toMinimalBytes()).isEqualTo(full);
    }

    @Test
    void refusesWhatDoesNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.of(new byte[33]))
                .withMessage("uint256: length=33, expected at most 32");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.of(MAX.add(BigInteger.ONE)))
                .withMessageContaining("expected 0..2^256-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.of(BigInteger.ONE.negate()))
                .withMessageContaining("value=-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.fromDecimal(MAX.add(BigInteger.ONE).toString()))
                .withMessageContaining("expected 0..2^256-1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.fromHex("0x1" + "0".repeat(64)))
                .withMessage("uint256: digits=65, expected at most 64");
    }

    @ParameterizedTest
    @CsvSource({"0x, 0", "'', 0", "0x0, 0", "0x00f, 15", "f, 15", "0XfF, 255", "10, 16"})
    void readsHex(String hex, long expected) {
        assertThat(UInt256.fromHex(hex)).isEqualTo(UInt256.of(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0xg", "-1", "0x-1", " 1", "1 ", "0x0x1", "x1"})
    void refusesTextThatIsNoHex(String hex) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.fromHex(hex))
                .withMessageContaining("uint256: not hexadecimal");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x1", "1.0", "1e3", " 1", "-", "a", "+1", "-1", "-0", "\u0661"})
    void refusesTextThatIsNoDecimalNumber(String decimal) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.fromDecimal(decimal))
                .withMessageContaining("uint256: not decimal");
    }

    @Test
    void readsAsManyDecimalDigitsAsTheLargestNumberHas() {
        String digits = MAX.toString();
        assertThat(UInt256.fromDecimal(digits)).isEqualTo(UInt256.MAX);
        assertThat(UInt256.fromDecimal("0".repeat(77) + "7")).isEqualTo(UInt256.of(7));
        assertThatIllegalArgumentException().isThrownBy(() -> UInt256.fromDecimal("0" + digits));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UInt256.fromDecimal("9".repeat(100_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void isOrderedByValue() {
        Random random = new Random(SEED);
        assertThat(UInt256.of(-1L)).isGreaterThan(UInt256.of(1)).isLessThan(UInt256.MAX);
        for (int i = 0; i < 2_000; i++) {
            BigInteger one = new BigInteger(random.nextInt(257), random);
            BigInteger other = new BigInteger(random.nextInt(257), random);
            assertThat(Integer.signum(UInt256.of(one).compareTo(UInt256.of(other))))
                    .isEqualTo(one.compareTo(other));
            assertThat(UInt256.of(one).equals(UInt256.of(other))).isEqualTo(one.equals(other));
        }
        assertThat(UInt256.ONE).isNotEqualTo(null).isNotEqualTo(BigInteger.ONE);
    }
}
