package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** RLP encoding (Yellow Paper, appendix B). */
public final class Rlp {
    private static final int STRING_OFFSET = 0x80;
    private static final int LIST_OFFSET = 0xc0;
    /** The longest payload whose length stands in the first byte. */
    private static final int MAX_SHORT_LENGTH = 55;

    private Rlp() {}

    /** The encoding of a byte string. */
    public static byte[] string(byte[] bytes) {
        boolean isItsOwnEncoding = bytes.length == 1 && bytes[0] >= 0;
        return isItsOwnEncoding ? bytes.clone() : concat(List.of(header(STRING_OFFSET, bytes.length), bytes));
    }

    /**
     * The encoding of a whole number: that of its big-endian bytes without leading zeros.
     *
     * @throws IllegalArgumentException if {@code number} is negative
     */
    public static byte[] number(BigInteger number) {
        return string(minimalBytes(number));
    }

    /** The encoding of a list whose items are encoded already. */
    public static byte[] list(List<byte[]> encodedItems) {
        byte[] payload = concat(encodedItems);
        return concat(List.of(header(LIST_OFFSET, payload.length), payload));
    }

    /** The big-endian bytes without leading zeros; none for zero. */
    private static byte[] minimalBytes(BigInteger number) {
        if (number.signum() < 0) {
            throw new IllegalArgumentException("number=" + number + ", expected 0 or more");
        }
        byte[] bytes = number.toByteArray();
        // toByteArray is two's complement: it adds a zero byte before a set top bit, and has one for zero
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private static byte[] header(int offset, int length) {
        if (length <= MAX_SHORT_LENGTH) {
            return new byte[] {(byte) (offset + length)};
        }
        byte[] lengthBytes = minimalBytes(BigInteger.valueOf(length));
        byte[] first = {(byte) (offset + MAX_SHORT_LENGTH + lengthBytes.length)};
        return concat(List.of(first, lengthBytes));
    }

    private static byte[] concat(List<byte[]> parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] all = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
