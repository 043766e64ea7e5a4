package dev.espalier.store.log;

import dev.espalier.trie.Hash32;
import java.util.Arrays;

/** Collects the bytes of a value. Confined to one thread. */
final class ByteSink {
    private static final int LONGEST_VARINT = 10;

    /** The longest array that every JVM gives. */
    private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private byte[] bytes;
    private int size;

    /**
     * Creates an empty sink.
     *
     * @param expectedBytes how much it holds before it grows
     */
    ByteSink(int expectedBytes) {
        bytes = new byte[expectedBytes];
    }

    /** Returns how many bytes {@link #varint} writes. */
    static int varintBytes(long value) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + 6) / 7);
    }

    /** Adds one byte, 0 to 255. */
    void u8(int value) {
        require(1);
        bytes[size++] = (byte) value;
    }

    /** Adds four bytes, little-endian. */
    void u32(int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            u8(value >>> shift);
        }
    }

    /** Adds an unsigned number in LEB128. */
    void varint(long value) {
        require(LONGEST_VARINT);
        long left = value;
        while ((left & ~0x7FL) != 0) {
            bytes[size++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[size++] = (byte) left;
    }

    /** Adds the 32 bytes of a hash. */
    void hash(Hash32 hash) {
        require(Hash32.BYTES);
        hash.copyTo(bytes, size);
        size += Hash32.BYTES;
    }

    /** Adds bytes as they are. */
    void bytes(byte[] source) {
        require(source.length);
        System.arraycopy(source, 0, bytes, size, source.length);
        size += source.length;
    }

    /** Returns what was added, in a new array unless it fills the sink exactly. */
    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private void require(int more) {
        long needed = (long) size + more;
        if (needed > MAX_BYTES) {
            throw new IllegalArgumentException("value: bytes=" + needed + ", expected at most " + MAX_BYTES);
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_BYTES, Math.max(needed, 2L * bytes.length)));
        }
    }
}
