package dev.espalier.trie;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A 32-byte hash, most often a Keccak-256 digest: a hashed key of 64 nibbles, a node's hash or a state root.
 *
 * <p>Immutable. Ordered as an unsigned big-endian number, which is the order of the nibbles.
 */
public final class Hash32 implements Comparable<Hash32> {
    /** Length in bytes. */
    public static final int BYTES = 32;

    /** Length in nibbles. */
    public static final int NIBBLES = 64;

    /** Thirty-two zero bytes. */
    public static final Hash32 ZERO = new Hash32(0, 0, 0, 0);

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long w0;
    private final long w1;
    private final long w2;
    private final long w3;

    private Hash32(long w0, long w1, long w2, long w3) {
        this.w0 = w0;
        this.w1 = w1;
        this.w2 = w2;
        this.w3 = w3;
    }

    /** Returns the hash whose big-endian words are the arguments, the first one leading. */
    public static Hash32 of(long w0, long w1, long w2, long w3) {
        return new Hash32(w0, w1, w2, w3);
    }

    /**
     * Returns the hash with these bytes, which are copied.
     *
     * @throws IllegalArgumentException if the length is not 32
     */
    public static Hash32 of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("hash: length=" + bytes.length + ", expected " + BYTES);
        }
        return of(bytes, 0);
    }

    /**
     * Returns the hash that stands at {@code offset}, copied.
     *
     * @throws IndexOutOfBoundsException if fewer than 32 bytes follow
     */
    public static Hash32 of(byte[] source, int offset) {
        return new Hash32(
                (long) BIG_ENDIAN.get(source, offset),
                (long) BIG_ENDIAN.get(source, offset + 8),
                (long) BIG_ENDIAN.get(source, offset + 16),
                (long) BIG_ENDIAN.get(source, offset + 24));
    }

    /**
     * Parses 64 hex digits, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException if the text has another length or a character that is no hex digit
     */
    public static Hash32 fromHex(CharSequence hex) {
        return of(HexText.parse(hex, BYTES, "hash"));
    }

    /** Returns a new array of 32 bytes. */
    public byte[] toBytes() {
        byte[] bytes = new byte[BYTES];
        copyTo(bytes, 0);
        return bytes;
    }

    /**
     * Writes the 32 bytes to {@code target} at {@code offset}.
     *
     * @throws IndexOutOfBoundsException if they do not fit
     */
    public void copyTo(byte[] target, int offset) {
        BIG_ENDIAN.set(target, offset, w0);
        BIG_ENDIAN.set(target, offset + 8, w1);
        BIG_ENDIAN.set(target, offset + 16, w2);
        BIG_ENDIAN.set(target, offset + 24, w3);
    }

    /**
     * Returns one of the four big-endian words.
     *
     * @param index 0 (leading) to 3
     */
    public long word(int index) {
        return switch (index) {
            case 0 -> w0;
            case 1 -> w1;
            case 2 -> w2;
            case 3 -> w3;
            default -> throw new IndexOutOfBoundsException("word: index=" + index + ", expected 0..3");
        };
    }

    /**
     * Returns one nibble.
     *
     * @param index 0 (leading) to 63
     * @return 0 to 15
     */
    public int nibble(int index) {
        if ((index & ~63) != 0) {
            throw new IndexOutOfBoundsException("nibble: index=" + index + ", expected 0..63");
        }
        return (int) (word(index >> 4) >>> (60 - 4 * (index & 15))) & 15;
    }

    /**
     * Counts the leading nibbles that both hashes share.
     *
     * @return 0 to 64; 64 iff they are equal
     */
    public int commonNibbles(Hash32 other) {
        if (w0 != other.w0) {
            return Long.numberOfLeadingZeros(w0 ^ other.w0) >> 2;
        }
        if (w1 != other.w1) {
            return 16 + (Long.numberOfLeadingZeros(w1 ^ other.w1) >> 2);
        }
        if (w2 != other.w2) {
            return 32 + (Long.numberOfLeadingZeros(w2 ^ other.w2) >> 2);
        }
        return 48 + (Long.numberOfLeadingZeros(w3 ^ other.w3) >> 2);
    }

    @Override
    public int compareTo(Hash32 other) {
        int order = Long.compareUnsigned(w0, other.w0);
        if (order == 0) {
            order = Long.compareUnsigned(w1, other.w1);
        }
        if (order == 0) {
            order = Long.compareUnsigned(w2, other.w2);
        }
        return order == 0 ? Long.compareUnsigned(w3, other.w3) : order;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Hash32 hash && w0 == hash.w0 && w1 == hash.w1 && w2 == hash.w2 && w3 == hash.w3;
    }

    /** Mixes all words, so that chosen keys with long shared prefixes still spread. */
    @Override
    public int hashCode() {
        long mixed = (w0 ^ Long.rotateLeft(w1, 17) ^ Long.rotateLeft(w2, 31) ^ Long.rotateLeft(w3, 47))
                * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> 32);
    }

    /** Returns {@code 0x} and 64 lower-case digits. */
    @Override
    public String toString() {
        return HexText.format(toBytes());
    }
}
