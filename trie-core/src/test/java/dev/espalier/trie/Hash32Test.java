package dev.espalier.trie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.fixture.Keys;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Hash32Test {
    private static final long SEED = 0x5EED_4A54L;
    private static final String DIGITS = "0123456789abcdeffedcba98765432100f1e2d3c4b5a69788796a5b4c3d2e1f0";

    @Test
    void allFormsOfTheSameBytesAreEqual() {
        Hash32 hash = Hash32.fromHex(DIGITS);
        assertThat(Hash32.fromHex("0x" + DIGITS)).isEqualTo(hash);
        assertThat(Hash32.fromHex("0X" + DIGITS.toUpperCase(Locale.ROOT))).isEqualTo(hash);
        assertThat(Hash32.of(hash.toBytes())).isEqualTo(hash).hasSameHashCodeAs(hash);
        assertThat(Hash32.of(0x0123456789abcdefL, 0xfedcba9876543210L, 0x0f1e2d3c4b5a6978L, 0x8796a5b4c3d2e1f0L))
                .isEqualTo(hash);
        assertThat(hash).hasToString("0x" + DIGITS);
        assertThat(Hash32.of(hash.word(0), hash.word(1), hash.word(2), hash.word(3)))
                .isEqualTo(hash);
    }

    @Test
    void keepsNoArrayOfTheCaller() {
        byte[] bytes = new byte[32];
        Hash32 hash = Hash32.of(bytes);
        bytes[0] = 1;
        hash.toBytes()[1] = 1;
        assertThat(hash).isEqualTo(Hash32.ZERO);
    }

    @Test
    void readsAndWritesInTheMiddleOfAnArray() {
        byte[] bytes = new byte[40];
        Hash32 hash = Hash32.fromHex(DIGITS);
        hash.copyTo(bytes, 5);
        assertThat(Hash32.of(bytes, 5)).isEqualTo(hash);
        assertThat(bytes).startsWith(0, 0, 0, 0, 0, 1).endsWith(0xf0, 0, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 9, 40, Integer.MAX_VALUE})
    void readsAndWritesNothingBeyondAnArray(int offset) {
        byte[] bytes = new byte[40];
        assertThatThrownBy(() -> Hash32.of(bytes, offset)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> Hash32.ZERO.copyTo(bytes, offset)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 20, 31, 33})
    void refusesAnotherLength(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hash32.of(new byte[length]))
                .withMessage("hash: length=" + length + ", expected 32");
    }

    @Test
    void refusesTextOfAnotherLengthOrWithOtherCharacters() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hash32.fromHex("0x" + DIGITS.substring(1)))
                .withMessageContaining("digits=63, expected 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hash32.fromHex(DIGITS + "0"))
                .withMessageContaining("digits=65, expected 64");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hash32.fromHex(""))
                .withMessageContaining("digits=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hash32.fromHex(DIGITS.replace('a', 'g')))
                .withMessageContaining("not hexadecimal");
        // an Arabic digit one is a digit to Character.digit, but no hex digit
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hash32.fromHex(DIGITS.replace('1', '\u0661')))
                .withMessageContaining("not hexadecimal");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Hash32.fromHex("1".repeat(1000)))
                .withMessageContaining("...")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void nibblesAreTheHexDigits() {
        Hash32 hash = Hash32.fromHex(DIGITS);
        for (int i = 0; i < Hash32.NIBBLES; i++) {
            assertThat(hash.nibble(i)).isEqualTo(Character.digit(DIGITS.charAt(i), 16));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 64, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void hasNoOtherNibble(int index) {
        assertThatThrownBy(() -> Hash32.ZERO.nibble(index)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4})
    void hasNoOtherWord(int index) {
        assertThatThrownBy(() -> Hash32.ZERO.word(index))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("word: index=" + index + ", expected 0..3");
    }

    @Test
    void countsTheNibblesThatTwoHashesShare() {
        Random random = new Random(SEED);
        for (int shared = 0; shared < Hash32.NIBBLES; shared++) {
            Hash32 one = Keys.random(random);
            Hash32 other = Keys.sharing(random, one, shared);
            assertThat(one.commonNibbles(other)).as("%s %s", one, other).isEqualTo(shared);
            assertThat(other.commonNibbles(one)).as("%s %s", one, other).isEqualTo(shared);
            assertThat(one.commonNibbles(one)).isEqualTo(64);
        }
    }

    @ParameterizedTest
    @CsvSource({"7f, 80", "00, ff", "0f, 10", "7fffffffffffffff, 8000000000000000"})
    void isOrderedAsAnUnsignedNumber(String less, String more) {
        assertThat(Keys.key(less)).isLessThan(Keys.key(more));
        assertThat(Keys.key("", less)).isLessThan(Keys.key("", more));
        assertThat(Keys.key("0000000000000000" + less)).isLessThan(Keys.key("0000000000000000" + more));
        assertThat(Keys.key("", less + "0000000000000000")).isLessThan(Keys.key("", more + "0000000000000000"));
    }

    @Test
    void isOrderedAsItsHexDigits() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            Hash32 one = Keys.random(random);
            Hash32 other = Keys.sharing(random, one, random.nextInt(64));
            int expected = new BigInteger(1, one.toBytes()).compareTo(new BigInteger(1, other.toBytes()));
            assertThat(Integer.signum(one.compareTo(other))).isEqualTo(expected);
            assertThat(one.equals(other)).isFalse();
        }
    }

    @Test
    void isUnequalToAnythingElse() {
        assertThat(Hash32.ZERO).isNotEqualTo(null).isNotEqualTo("0x" + "0".repeat(64));
        assertThat(Hash32.of(0, 0, 0, 1)).isNotEqualTo(Hash32.ZERO);
        assertThat(Hash32.of(1, 0, 0, 0)).isNotEqualTo(Hash32.of(0, 1, 0, 0));
    }
}
