package dev.espalier.trie.codec;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.Arrays;

/**
 * A cursor over RLP (Yellow Paper, appendix B) which accepts only the one valid encoding of an item and copies nothing
 * unless asked to.
 *
 * <p>It stands before an item, or at the end of the list that it is in or of the whole range. {@link #isList},
 * {@link #itemLength}, {@link #payloadOffset} and {@link #payloadLength} describe that next item; the {@code read}
 * methods, {@link #skip} and {@link #enterList} move on. A string's header and extent are checked when the cursor
 * stands before it; what is inside a list is checked only by entering it. {@link #leaveList} and {@link #expectEnd}
 * refuse bytes that were not read.
 *
 * <p>Lists may be nested to any depth: entering one takes four bytes of heap and no stack. Confined to one thread. The
 * bytes are kept by reference and must not change while they are read. After an exception the cursor stands where it
 * stood before the call.
 */
public final class RlpReader {
    private static final int NO_ITEM = -1;

    private final byte[] bytes;
    private int position;

    /** End of the list that the cursor is in, or of the range. */
    private int end;

    /** Ends of the lists around the one that the cursor is in, outermost (the range) first. */
    private int[] outerEnds = new int[8];

    private int depth;

    // The next item, as parsed when the cursor stood at parsedAt.
    private int parsedAt = NO_ITEM;
    private boolean list;
    private int payloadOffset;
    private int payloadLength;

    /** Reads a whole array. */
    public RlpReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /**
     * Reads a part of an array.
     *
     * @param from index of the first byte
     * @param to index behind the last byte
     * @throws IndexOutOfBoundsException if {@code [from, to)} is no range of the array
     */
    public RlpReader(byte[] bytes, int from, int to) {
        if (from < 0 || from > to || to > bytes.length) {
            throw new IndexOutOfBoundsException(
                    "rlp: from=" + from + " to=" + to + ", expected a range within length=" + bytes.length);
        }
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    /** Tells whether an item follows in the list that the cursor is in, or in the range. */
    public boolean hasNext() {
        return position < end;
    }

    /** Returns how many bytes are left of the list that the cursor is in, or of the range. */
    public int remaining() {
        return end - position;
    }

    /** Returns how many lists the cursor is in. */
    public int depth() {
        return depth;
    }

    /** Returns the array that is read, not a copy. */
    public byte[] source() {
        return bytes;
    }

    /** Returns the index of the next item's first byte, its header's; at an end, the index behind the last item. */
    public int position() {
        return position;
    }

    /**
     * Tells whether the next item is a list.
     *
     * @throws RlpException if no valid item follows
     */
    public boolean isList() {
        parse();
        return list;
    }

    /**
     * Returns how many bytes the next item has, its header included; they begin at {@link #position}.
     *
     * @throws RlpException if no valid item follows
     */
    public int itemLength() {
        parse();
        return payloadOffset + payloadLength - position;
    }

    /**
     * Returns the index of the first byte of the next item's payload: a string's bytes, or a list's items.
     *
     * @throws RlpException if no valid item follows
     */
    public int payloadOffset() {
        parse();
        return payloadOffset;
    }

    /**
     * Returns how many bytes the next item's payload has.
     *
     * @throws RlpException if no valid item follows
     */
    public int payloadLength() {
        parse();
        return payloadLength;
    }

    /**
     * Counts the items that are left of the list that the cursor is in, or of the range, without moving.
     *
     * @throws RlpException if one of them is not valid, the inside of lists apart
     */
    public int itemsLeft() {
        int start = position;
        try {
            int items = 0;
            for (; hasNext(); items++) {
                skip();
            }
            return items;
        } finally {
            position = start;
        }
    }

    /**
     * Moves behind the next item. A list is not looked into.
     *
     * @throws RlpException if no valid item follows
     */
    public void skip() {
        parse();
        position = payloadOffset + payloadLength;
    }

    /**
     * Reads a string of any length.
     *
     * @return a new array
     * @throws RlpException if no valid string follows
     */
    public byte[] readBytes() {
        requireString();
        skip();
        return Arrays.copyOfRange(bytes, payloadOffset, position);
    }

    /**
     * Reads a string of a known length.
     *
     * @return a new array
     * @throws RlpException if no valid string of this length follows
     */
    public byte[] readBytes(int length) {
        requireLength(length);
        return readBytes();
    }

    /**
     * Reads a string of 32 bytes.
     *
     * @throws RlpException if no valid string of this length follows
     */
    public Hash32 readHash() {
        requireLength(Hash32.BYTES);
        skip();
        return Hash32.of(bytes, payloadOffset);
    }

    /**
     * Reads a number of at most 64 bits.
     *
     * @return to be read as unsigned
     * @throws RlpException if no valid string follows, or it has a leading zero byte or more than 8 bytes
     */
    public long readUnsignedLong() {
        requireNumber(Long.BYTES);
        skip();
        return bigEndian(payloadOffset, payloadLength);
    }

    /**
     * Reads a number of at most 256 bits.
     *
     * @throws RlpException if no valid string follows, or it has a leading zero byte or more than 32 bytes
     */
    public UInt256 readUInt256() {
        requireNumber(Hash32.BYTES);
        return UInt256.of(readBytes());
    }

    /**
     * Moves to the first item of the list that follows.
     *
     * @throws RlpException if no valid list follows
     */
    public void enterList() {
        if (!isList()) {
            throw new RlpException("a string, expected a list", position);
        }
        if (depth == outerEnds.length) {
            outerEnds = Arrays.copyOf(outerEnds, 2 * depth);
        }
        outerEnds[depth++] = end;
        position = payloadOffset;
        end = payloadOffset + payloadLength;
    }

    /**
     * Moves out of the list that the cursor is in, which must have been read to its end.
     *
     * @throws RlpException if items of the list are left
     * @throws IllegalStateException if the cursor is in no list
     */
    public void leaveList() {
        if (depth == 0) {
            throw new IllegalStateException("rlp: position=" + position + ": not in a list");
        }
        requireNothingLeft("of the list");
        end = outerEnds[--depth];
    }

    /**
     * Checks that the whole range was read.
     *
     * @throws RlpException if bytes are left
     * @throws IllegalStateException if the cursor is in a list
     */
    public void expectEnd() {
        if (depth != 0) {
            throw new IllegalStateException("rlp: position=" + position + ": still in " + depth + " lists");
        }
        requireNothingLeft("behind the last item");
    }

    private void requireNothingLeft(String where) {
        if (hasNext()) {
            throw new RlpException(remaining() + " bytes left " + where + ", expected none", position);
        }
    }

    private void requireString() {
        if (isList()) {
            throw new RlpException("a list, expected a string", position);
        }
    }

    private void requireLength(int length) {
        requireString();
        if (payloadLength != length) {
            throw new RlpException("string length=" + payloadLength + ", expected " + length, position);
        }
    }

    private void requireNumber(int maxLength) {
        requireString();
        if (payloadLength > maxLength) {
            throw new RlpException("number length=" + payloadLength + ", expected at most " + maxLength, position);
        }
        if (payloadLength > 0 && bytes[payloadOffset] == 0) {
            throw new RlpException("number with a leading zero byte", position);
        }
    }

    /** Describes the item at the cursor, unless that is done. */
    private void parse() {
        if (parsedAt == position) {
            return;
        }
        if (!hasNext()) {
            throw new RlpException("no item follows, expected one", position);
        }
        int first = bytes[position] & 0xFF;
        if (first < Rlp.SHORT_STRING) {
            parsed(false, position, 1);
        } else if (first <= Rlp.LONG_STRING) {
            parseShort(false, first - Rlp.SHORT_STRING);
        } else if (first < Rlp.SHORT_LIST) {
            parseLong(false, first - Rlp.LONG_STRING);
        } else if (first <= Rlp.LONG_LIST) {
            parseShort(true, first - Rlp.SHORT_LIST);
        } else {
            parseLong(true, first - Rlp.LONG_LIST);
        }
    }

    private void parseShort(boolean isList, int length) {
        requireFits(length, position + 1);
        if (!isList && length == 1 && bytes[position + 1] >= 0) {
            throw new RlpException("a single byte below 0x80 has a header", position);
        }
        parsed(isList, position + 1, length);
    }

    private void parseLong(boolean isList, int lengthOfLength) {
        int payload = position + 1 + lengthOfLength;
        if (lengthOfLength > remaining() - 1) {
            throw new RlpException(
                    "length of " + lengthOfLength + " bytes, but " + (remaining() - 1) + " follow", position);
        }
        if (bytes[position + 1] == 0) {
            throw new RlpException("length with a leading zero byte", position);
        }
        long length = bigEndian(position + 1, lengthOfLength);
        if (length >= 0 && length <= Rlp.LONGEST_SHORT) {
            throw new RlpException("length=" + length + " in the long form, expected the short form", position);
        }
        requireFits(length, payload);
        parsed(isList, payload, (int) length);
    }

    /** Refuses a payload longer than what is left; as unsigned, lengths over the range of a long are refused too. */
    private void requireFits(long length, int payload) {
        if (Long.compareUnsigned(length, end - payload) > 0) {
            throw new RlpException(
                    "payload length=" + Long.toUnsignedString(length) + ", but " + (end - payload) + " bytes follow",
                    position);
        }
    }

    private void parsed(boolean isList, int offset, int length) {
        list = isList;
        payloadOffset = offset;
        payloadLength = length;
        parsedAt = position;
    }

    private long bigEndian(int at, int length) {
        long number = 0;
        for (int i = at; i < at + length; i++) {
            number = (number << Byte.SIZE) | (bytes[i] & 0xFF);
        }
        return number;
    }
}
