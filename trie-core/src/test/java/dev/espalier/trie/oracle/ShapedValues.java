package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.List;
import java.util.Random;

/** Random keys with chosen prefixes, and random numbers with a liking for the boundaries of RLP. */
final class ShapedValues {
    static final int KEY_NIBBLES = 64;
    /** From this number of shared nibbles on, one-byte values make embedded branch nodes. */
    static final int EMBEDDED_BRANCH_NIBBLES = 56;

    static final List<Long> NONCES = List.of(0L, 1L, 127L, 128L, 255L, 256L, Long.MAX_VALUE, Long.MIN_VALUE, -1L);
    static final BigInteger MAX_WORD = BigInteger.TWO.pow(256).subtract(BigInteger.ONE);
    static final List<BigInteger> BALANCES = List.of(
            BigInteger.ZERO, BigInteger.valueOf(127), BigInteger.valueOf(128), BigInteger.TWO.pow(255), MAX_WORD);
    static final List<BigInteger> VALUES = List.of(
            BigInteger.ONE, BigInteger.valueOf(0x7f), BigInteger.valueOf(0x80), BigInteger.valueOf(0xff), MAX_WORD);

    private final Random random;

    ShapedValues(Random random) {
        this.random = random;
    }

    /** A number from {@code min} to {@code max}, both included. */
    int between(int min, int max) {
        return min + random.nextInt(max - min + 1);
    }

    /** Whether one of so many equally likely cases happened. */
    boolean oneIn(int cases) {
        return random.nextInt(cases) == 0;
    }

    <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** A key without a wanted prefix. */
    Bytes32 key() {
        byte[] bytes = new byte[Bytes32.ZERO.bytes().length];
        random.nextBytes(bytes);
        return Bytes32.of(bytes);
    }

    /**
     * A key that shares exactly so many nibbles with another.
     *
     * @param nibbles 0 to 63
     */
    Bytes32 sharing(Bytes32 other, int nibbles) {
        int nibble = Character.digit(other.hex().charAt(nibbles), OracleBranch.WIDTH);
        int different = (nibble + between(1, OracleBranch.WIDTH - 1)) % OracleBranch.WIDTH;
        // the same tail half of the time: keys that differ in one nibble only
        String tail = (oneIn(2) ? other : key()).hex().substring(nibbles + 1);
        String prefix = other.hex().substring(0, nibbles);
        return new Bytes32(prefix + Character.forDigit(different, OracleBranch.WIDTH) + tail);
    }

    long nonce() {
        return oneIn(2) ? oneOf(NONCES) : random.nextInt(1 << 16);
    }

    BigInteger balance() {
        return oneIn(2) ? oneOf(BALANCES) : new BigInteger(between(1, 256), random);
    }

    Bytes32 codeHash() {
        return oneIn(2) ? OracleState.EMPTY_CODE_HASH : key();
    }

    /** A slot's value of any length, never zero. */
    BigInteger value() {
        return oneIn(3) ? oneOf(VALUES) : new BigInteger(between(1, 256), random).max(BigInteger.ONE);
    }

    /** A slot's value of one byte, never zero, mostly one that is its own RLP. */
    BigInteger tinyValue() {
        return oneIn(4) ? BigInteger.valueOf(between(1, 0xff)) : BigInteger.valueOf(between(1, 0x7f));
    }
}
