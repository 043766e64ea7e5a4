package dev.espalier.trie.codec;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;

/**
 * Encodes RLP (Yellow Paper, appendix B) into a buffer of the caller.
 *
 * <p>Each {@code encode} and {@code write} method puts its bytes at an offset and returns the offset behind them; the
 * length method of the same item says beforehand how many they are. A list is its header, which takes the length of its
 * encoded items, and then the items. Any thread may call. If the buffer is too short, an
 * {@link IndexOutOfBoundsException} is thrown, and what the buffer then holds behind the offset is undefined.
 *
 * @see RlpReader
 */
public final class Rlp {
    /** First byte of a short string less its length. */
    static final int SHORT_STRING = 0x80;

    /** First byte of a long string less the number of bytes that its length takes. */
    static final int LONG_STRING = 0xB7;

    /** First byte of a short list less its payload's length. */
    static final int SHORT_LIST = 0xC0;

    /** First byte of a long list less the number of bytes that its payload's length takes. */
    static final int LONG_LIST = 0xF7;

    /** The longest payload whose length is part of the first byte. */
    static final int LONGEST_SHORT = 55;

    private static final UInt256 LEAST_WITH_HEADER = UInt256.of(SHORT_STRING);

    private Rlp() {}

    /**
     * Returns the encoded length of the string of {@code len} bytes from {@code src[off]} on.
     *
     * @return bytes, header included
     * @throws IllegalArgumentException if {@code len} is negative
     * @throws ArithmeticException if the result is over the range of an int
     */
    public static int encodedLength(byte[] src, int off, int len) {
        return isOwnEncoding(src, off, len) ? 1 : Math.addExact(headerLength(len), len);
    }

    /**
     * Returns the encoded length of a number.
     *
     * @param unsigned read as unsigned
     * @return 1 to 9 bytes
     */
    public static int encodedLength(long unsigned) {
        return isOwnEncoding(unsigned) ? 1 : 1 + minimalLength(unsigned);
    }

    /**
     * Returns the encoded length of a number.
     *
     * @return 1 to 33 bytes
     */
    public static int encodedLength(UInt256 number) {
        return number.compareTo(LEAST_WITH_HEADER) < 0 ? 1 : 1 + number.minimalLength();
    }

    /**
     * Returns the length of a list's header.
     *
     * @param payloadLength bytes that the list's encoded items take together, 0 or more
     * @return 1 to 5 bytes
     * @throws IllegalArgumentException if {@code payloadLength} is negative
     */
    public static int listHeaderLength(int payloadLength) {
        return headerLength(payloadLength);
    }

    /**
     * Encodes the string of {@code len} bytes from {@code src[off]} on. The two ranges must not overlap.
     *
     * @return the offset behind the string
     * @throws IllegalArgumentException if {@code len} is negative
     */
    public static int encodeString(byte[] src, int off, int len, byte[] dst, int at) {
        if (isOwnEncoding(src, off, len)) {
            dst[at] = src[off];
            return at + 1;
        }
        int payload = writeHeader(len, SHORT_STRING, LONG_STRING, dst, at);
        System.arraycopy(src, off, dst, payload, len);
        return payload + len;
    }

    /**
     * Encodes the 32 bytes of a hash, its leading zeros included.
     *
     * @return the offset behind it, which is {@code at + 33}
     */
    public static int encodeHash(Hash32 hash, byte[] dst, int at) {
        dst[at] = (byte) (SHORT_STRING + Hash32.BYTES);
        hash.copyTo(dst, at + 1);
        return at + 1 + Hash32.BYTES;
    }

    /**
     * Encodes a number: the string of its big-endian bytes without leading zeros.
     *
     * @param unsigned read as unsigned
     * @return the offset behind it
     */
    public static int encodeNumber(long unsigned, byte[] dst, int at) {
        if (isOwnEncoding(unsigned)) {
            dst[at] = (byte) unsigned;
            return at + 1;
        }
        int length = minimalLength(unsigned);
        dst[at] = (byte) (SHORT_STRING + length);
        return writeBigEndian(unsigned, length, dst, at + 1);
    }

    /**
     * Encodes a number: the string of its big-endian bytes without leading zeros.
     *
     * @return the offset behind it
     */
    public static int encodeNumber(UInt256 number, byte[] dst, int at) {
        byte[] minimal = number.toMinimalBytes();
        return encodeString(minimal, 0, minimal.length, dst, at);
    }

    /**
     * Writes the header of a list whose encoded items are to follow.
     *
     * @param payloadLength bytes that the items take together, 0 or more
     * @return the offset of the first item
     * @throws IllegalArgumentException if {@code payloadLength} is negative
     */
    public static int writeListHeader(int payloadLength, byte[] dst, int at) {
        return writeHeader(payloadLength, SHORT_LIST, LONG_LIST, dst, at);
    }

    /** Tells whether a string is one byte below 0x80, which stands for itself. */
    private static boolean isOwnEncoding(byte[] src, int off, int len) {
        return len == 1 && src[off] >= 0;
    }

    private static boolean isOwnEncoding(long unsigned) {
        return unsigned > 0 && unsigned < SHORT_STRING;
    }

    private static int headerLength(int payloadLength) {
        if (payloadLength < 0) {
            throw new IllegalArgumentException("rlp: payload length=" + payloadLength + ", expected 0 or more");
        }
        return payloadLength <= LONGEST_SHORT ? 1 : 1 + minimalLength(payloadLength);
    }

    private static int writeHeader(int payloadLength, int shortForm, int longForm, byte[] dst, int at) {
        int lengthOfLength = headerLength(payloadLength) - 1;
        if (lengthOfLength == 0) {
            dst[at] = (byte) (shortForm + payloadLength);
            return at + 1;
        }
        dst[at] = (byte) (longForm + lengthOfLength);
        return writeBigEndian(payloadLength, lengthOfLength, dst, at + 1);
    }

    /** Bytes of the number without leading zero bytes: 0 (for 0) to 8. */
    private static int minimalLength(long unsigned) {
        return Long.BYTES - (Long.numberOfLeadingZeros(unsigned) >> 3);
    }

    private static int writeBigEndian(long unsigned, int length, byte[] dst, int at) {
        for (int shift = Byte.SIZE * (length - 1), i = at; shift >= 0; shift -= Byte.SIZE, i++) {
            dst[i] = (byte) (unsigned >>> shift);
        }
        return at + length;
    }
}
