package dev.espalier.trie;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * An unsigned 256-bit integer: a balance, a storage slot's index or a storage slot's value.
 *
 * <p>Immutable. Ordered by value.
 */
public final class UInt256 implements Comparable<UInt256> {
    /** 0. */
    public static final UInt256 ZERO = new UInt256(Hash32.ZERO);

    /** 1. */
    public static final UInt256 ONE = of(1);

    /** 2<sup>256</sup> - 1. */
    public static final UInt256 MAX = new UInt256(Hash32.of(-1, -1, -1, -1));

    private static final int MOST_DECIMAL_DIGITS = 78;

    private final Hash32 bigEndian;

    private UInt256(Hash32 bigEndian) {
        this.bigEndian = bigEndian;
    }

    /**
     * Returns the value of an unsigned 64-bit number.
     *
     * @param unsigned read as unsigned: -1 is 2<sup>64</sup> - 1
     */
    public static UInt256 of(long unsigned) {
        return new UInt256(Hash32.of(0, 0, 0, unsigned));
    }

    /** Returns the number whose 32 big-endian bytes are the argument. */
    public static UInt256 of(Hash32 bigEndian) {
        return new UInt256(bigEndian);
    }

    /**
     * Returns the number with these big-endian bytes, which are copied.
     *
     * @param bigEndian 0 to 32 bytes, leading zeros allowed; empty is 0
     * @throws IllegalArgumentException if there are more than 32 bytes
     */
    public static UInt256 of(byte[] bigEndian) {
        if (bigEndian.length == Hash32.BYTES) {
            return new UInt256(Hash32.of(bigEndian, 0));
        }
        if (bigEndian.length > Hash32.BYTES) {
            throw new IllegalArgumentException("uint256: length=" + bigEndian.length + ", expected at most 32");
        }
        byte[] padded = new byte[Hash32.BYTES];
        System.arraycopy(bigEndian, 0, padded, Hash32.BYTES - bigEndian.length, bigEndian.length);
        return new UInt256(Hash32.of(padded, 0));
    }

    /**
     * Returns the value of a number.
     *
     * @throws IllegalArgumentException if it is negative or needs more than 256 bits
     */
    public static UInt256 of(BigInteger value) {
        if (value.signum() < 0 || value.bitLength() > 256) {
            throw new IllegalArgumentException(
                    "uint256: " + (value.bitLength() <= Long.SIZE ? "value=" + value : "bits=" + value.bitLength())
                            + ", expected 0..2^256-1");
        }
        byte[] bytes = value.toByteArray();
        return of(bytes.length > Hash32.BYTES ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    /**
     * Parses hex digits, with or without {@code 0x}; no digit at all is 0.
     *
     * @throws IllegalArgumentException if a character is no hex digit or there are more than 64 digits
     */
    public static UInt256 fromHex(CharSequence hex) {
        int start = HexText.prefixLength(hex);
        int digits = hex.length() - start;
        if (digits > Hash32.NIBBLES) {
            throw new IllegalArgumentException("uint256: digits=" + digits + ", expected at most 64");
        }
        String padded = "0".repeat(Hash32.NIBBLES - digits) + hex.subSequence(start, hex.length());
        return new UInt256(Hash32.of(HexText.parse(padded, Hash32.BYTES, "uint256"), 0));
    }

    /**
     * Parses decimal digits, 0 to 9 without a sign.
     *
     * @throws IllegalArgumentException if the text is no decimal number from 0 to 2<sup>256</sup> - 1, or has more
     *     digits than the largest of them
     */
    public static UInt256 fromDecimal(CharSequence decimal) {
        boolean digits = !decimal.isEmpty() && decimal.chars().allMatch(digit -> digit >= '0' && digit <= '9');
        if (!digits || decimal.length() > MOST_DECIMAL_DIGITS) {
            throw new IllegalArgumentException(
                    "uint256: not decimal, 1.." + MOST_DECIMAL_DIGITS + " digits: " + HexText.clipped(decimal));
        }
        return of(new BigInteger(decimal.toString()));
    }

    /** Tells whether this is 0. */
    public boolean isZero() {
        return (bigEndian.word(0) | bigEndian.word(1) | bigEndian.word(2) | bigEndian.word(3)) == 0;
    }

    /** Returns a new array of 32 big-endian bytes. */
    public byte[] toBytes32() {
        return bigEndian.toBytes();
    }

    /** Returns a new big-endian array without leading zero bytes; 0 is the empty array. */
    public byte[] toMinimalBytes() {
        byte[] all = bigEndian.toBytes();
        int length = minimalLength();
        return length == Hash32.BYTES ? all : Arrays.copyOfRange(all, Hash32.BYTES - length, Hash32.BYTES);
    }

    /**
     * Returns how many bytes {@link #toMinimalBytes} has.
     *
     * @return 0 to 32
     */
    public int minimalLength() {
        for (int i = 0; i < 4; i++) {
            long word = bigEndian.word(i);
            if (word != 0) {
                return 8 * (4 - i) - (Long.numberOfLeadingZeros(word) >> 3);
            }
        }
        return 0;
    }

    /** Returns the value as a big integer. */
    public BigInteger toBigInteger() {
        return new BigInteger(1, bigEndian.toBytes());
    }

    @Override
    public int compareTo(UInt256 other) {
        return bigEndian.compareTo(other.bigEndian);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UInt256 number && bigEndian.equals(number.bigEndian);
    }

    @Override
    public int hashCode() {
        return bigEndian.hashCode();
    }

    /** Returns {@code 0x} and the value's hex digits without leading zeros; 0 is {@code 0x0}. */
    @Override
    public String toString() {
        return "0x" + toBigInteger().toString(16);
    }
}
