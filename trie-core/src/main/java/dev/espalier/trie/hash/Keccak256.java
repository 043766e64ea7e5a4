package dev.espalier.trie.hash;

import static java.lang.Long.rotateLeft;

import dev.espalier.trie.Hash32;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Keccak-256 as Ethereum uses it: Keccak[c=512] with the original padding {@code 0x01}, not the {@code 0x06} of
 * SHA3-256.
 *
 * <p>Every method may be called from any thread and allocates nothing but its result (and 25 words of scratch, once a
 * thread). The input is read in place; no other thread may change it during the call. Cost: one permutation for every
 * 136 bytes, and one more for the rest, an empty rest included.
 *
 * <p>Source: the Keccak reference, version 3.0; Yellow Paper, section 3 (KEC).
 */
public final class Keccak256 {
    /*
     * How the permutation is made fast in plain Java.
     *
     * A round works in place. The five lanes which make one output row stand in five different columns, and the row is
     * written over them, so lane (x, y) moves inside column x and is back at index x + 5y after four rounds: hence four
     * rounds an iteration, which differ only in the indices. A column's parity does not depend on the order of its
     * lanes, so theta is the same in each.
     *
     * Twenty-five lanes do not fit in sixteen registers. Left alone, C2 forwards every stored lane to its next use,
     * interleaves the rounds, and then spills most of what it keeps alive. So the lanes live in the array, and a fence
     * stands before and after theta: between two fences few values are alive and hardly any is spilled. The fence is
     * an opaque read, which orders the compiler and costs no instruction on any processor. permute() is too large to
     * be inlined, so escape analysis cannot turn the array into locals either. KeccakBench pays for all of this.
     */

    /** Bytes absorbed by one permutation: 200 bytes of state less a capacity of 64. */
    private static final int RATE_BYTES = 136;

    private static final int RATE_LANES = RATE_BYTES / Long.BYTES;
    private static final int LANES = 25;
    private static final int ROUNDS = 24;
    private static final int HASH_BYTES = 32;

    /** The padding's first byte, and its last one at the end of the block's last lane. */
    private static final long PADDING_START = 0x01L;

    private static final long PADDING_END = 0x80L << 56;

    private static final VarHandle LITTLE_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LANE = MethodHandles.arrayElementVarHandle(long[].class);

    /** The round constants. */
    private static final long[] IOTA = {
        0x0000000000000001L, 0x0000000000008082L, 0x800000000000808AL, 0x8000000080008000L,
        0x000000000000808BL, 0x0000000080000001L, 0x8000000080008081L, 0x8000000000008009L,
        0x000000000000008AL, 0x0000000000000088L, 0x0000000080008009L, 0x000000008000000AL,
        0x000000008000808BL, 0x800000000000008BL, 0x8000000000008089L, 0x8000000000008003L,
        0x8000000000008002L, 0x8000000000000080L, 0x000000000000800AL, 0x800000008000000AL,
        0x8000000080008081L, 0x8000000000008080L, 0x0000000080000001L, 0x8000000080008008L
    };

    /** Lane (x, y) at index x + 5y. Scratch of one call: each call starts by clearing it, none leaves it to another. */
    private static final ThreadLocal<long[]> STATE = ThreadLocal.withInitial(() -> new long[LANES]);

    private Keccak256() {}

    /**
     * Hashes a whole array.
     *
     * @param in the bytes to hash, of any length
     * @return the 32 bytes of the hash, a new array
     */
    public static byte[] hash(byte[] in) {
        byte[] out = new byte[HASH_BYTES];
        squeeze(absorb(in, 0, in.length), out, 0);
        return out;
    }

    /**
     * Hashes {@code len} bytes of {@code in} and writes the 32 bytes of the hash to {@code out}.
     *
     * <p>{@code out} may be {@code in}, and the two ranges may overlap: the input is read before the hash is written.
     *
     * @param in holds the bytes to hash
     * @param off index of the first byte to hash
     * @param len number of bytes to hash, 0 or more
     * @param out receives the hash
     * @param outOff index in {@code out} of the hash's first byte
     * @throws IndexOutOfBoundsException if a range is not inside its array; nothing has been written then
     */
    public static void hash(byte[] in, int off, int len, byte[] out, int outOff) {
        checkRange("input", off, len, in.length);
        checkRange("output", outOff, HASH_BYTES, out.length);
        squeeze(absorb(in, off, len), out, outOff);
    }

    /**
     * Hashes a whole array.
     *
     * @param in the bytes to hash, of any length
     * @return the hash
     */
    public static Hash32 hash32(byte[] in) {
        return squeeze(absorb(in, 0, in.length));
    }

    /**
     * Hashes {@code len} bytes of {@code in}.
     *
     * @param in holds the bytes to hash
     * @param off index of the first byte to hash
     * @param len number of bytes to hash, 0 or more
     * @return the hash
     * @throws IndexOutOfBoundsException if the range is not inside {@code in}
     */
    public static Hash32 hash32(byte[] in, int off, int len) {
        checkRange("input", off, len, in.length);
        return squeeze(absorb(in, off, len));
    }

    private static void checkRange(String range, int off, int len, int length) {
        if ((off | len) < 0 || len > length - off) {
            throw new IndexOutOfBoundsException(
                    range + " range outside its array: off=" + off + " len=" + len + ", array length=" + length);
        }
    }

    /** Returns the state of this thread after the padded input; it is good until the thread's next hash. */
    private static long[] absorb(byte[] in, int off, int len) {
        long[] a = STATE.get();
        Arrays.fill(a, 0);
        int at = off;
        int end = off + len;
        for (; end - at >= RATE_BYTES; at += RATE_BYTES) {
            for (int i = 0; i < RATE_LANES; i++) {
                a[i] ^= (long) LITTLE_ENDIAN.get(in, at + i * Long.BYTES);
            }
            permute(a);
        }
        int lane = 0;
        for (; end - at >= Long.BYTES; at += Long.BYTES) {
            a[lane++] ^= (long) LITTLE_ENDIAN.get(in, at);
        }
        a[lane] ^= lastLane(in, off, at, end);
        a[RATE_LANES - 1] ^= PADDING_END;
        permute(a);
        return a;
    }

    /** The 0 to 7 bytes of {@code [at, end)} followed by the padding's first byte. */
    private static long lastLane(byte[] in, int off, int at, int end) {
        int bits = (end - at) * Byte.SIZE;
        if (bits == 0) {
            return PADDING_START;
        }
        if (end - off >= Long.BYTES) { // one read that ends with the input, less the bytes that are in earlier lanes
            return ((long) LITTLE_ENDIAN.get(in, end - Long.BYTES) >>> (Long.SIZE - bits)) | (PADDING_START << bits);
        }
        long word = PADDING_START;
        for (int i = end - 1; i >= at; i--) {
            word = (word << Byte.SIZE) | (in[i] & 0xFF);
        }
        return word;
    }

    private static void squeeze(long[] a, byte[] out, int outOff) {
        for (int i = 0; i < HASH_BYTES / Long.BYTES; i++) {
            LITTLE_ENDIAN.set(out, outOff + i * Long.BYTES, a[i]);
        }
    }

    private static Hash32 squeeze(long[] a) {
        return Hash32.of(
                Long.reverseBytes(a[0]), Long.reverseBytes(a[1]), Long.reverseBytes(a[2]), Long.reverseBytes(a[3]));
    }

    /** Keccak-f[1600]. */
    private static void permute(long[] a) {
        for (int r = 0; r < ROUNDS; r += 4) {
            fence(a);
            long c0 = parity(a, 0);
            long c1 = parity(a, 1);
            long c2 = parity(a, 2);
            long c3 = parity(a, 3);
            long c4 = parity(a, 4);
            long d0 = c4 ^ rotateLeft(c1, 1);
            long d1 = c0 ^ rotateLeft(c2, 1);
            long d2 = c1 ^ rotateLeft(c3, 1);
            long d3 = c2 ^ rotateLeft(c4, 1);
            long d4 = c3 ^ rotateLeft(c0, 1);
            fence(a);
            row0(a, 0, 6, 12, 18, 24, d0, d1, d2, d3, d4, IOTA[r]);
            row1(a, 10, 16, 22, 3, 9, d0, d1, d2, d3, d4);
            row2(a, 20, 1, 7, 13, 19, d0, d1, d2, d3, d4);
            row3(a, 5, 11, 17, 23, 4, d0, d1, d2, d3, d4);
            row4(a, 15, 21, 2, 8, 14, d0, d1, d2, d3, d4);

            fence(a);
            c0 = parity(a, 0);
            c1 = parity(a, 1);
            c2 = parity(a, 2);
            c3 = parity(a, 3);
            c4 = parity(a, 4);
            d0 = c4 ^ rotateLeft(c1, 1);
            d1 = c0 ^ rotateLeft(c2, 1);
            d2 = c1 ^ rotateLeft(c3, 1);
            d3 = c2 ^ rotateLeft(c4, 1);
            d4 = c3 ^ rotateLeft(c0, 1);
            fence(a);
            row0(a, 0, 16, 7, 23, 14, d0, d1, d2, d3, d4, IOTA[r + 1]);
            row1(a, 20, 11, 2, 18, 9, d0, d1, d2, d3, d4);
            row2(a, 15, 6, 22, 13, 4, d0, d1, d2, d3, d4);
            row3(a, 10, 1, 17, 8, 24, d0, d1, d2, d3, d4);
            row4(a, 5, 21, 12, 3, 19, d0, d1, d2, d3, d4);

            fence(a);
            c0 = parity(a, 0);
            c1 = parity(a, 1);
            c2 = parity(a, 2);
            c3 = parity(a, 3);
            c4 = parity(a, 4);
            d0 = c4 ^ rotateLeft(c1, 1);
            d1 = c0 ^ rotateLeft(c2, 1);
            d2 = c1 ^ rotateLeft(c3, 1);
            d3 = c2 ^ rotateLeft(c4, 1);
            d4 = c3 ^ rotateLeft(c0, 1);
            fence(a);
            row0(a, 0, 11, 22, 8, 19, d0, d1, d2, d3, d4, IOTA[r + 2]);
            row1(a, 15, 1, 12, 23, 9, d0, d1, d2, d3, d4);
            row2(a, 5, 16, 2, 13, 24, d0, d1, d2, d3, d4);
            row3(a, 20, 6, 17, 3, 14, d0, d1, d2, d3, d4);
            row4(a, 10, 21, 7, 18, 4, d0, d1, d2, d3, d4);

            fence(a);
            c0 = parity(a, 0);
            c1 = parity(a, 1);
            c2 = parity(a, 2);
            c3 = parity(a, 3);
            c4 = parity(a, 4);
            d0 = c4 ^ rotateLeft(c1, 1);
            d1 = c0 ^ rotateLeft(c2, 1);
            d2 = c1 ^ rotateLeft(c3, 1);
            d3 = c2 ^ rotateLeft(c4, 1);
            d4 = c3 ^ rotateLeft(c0, 1);
            fence(a);
            row0(a, 0, 1, 2, 3, 4, d0, d1, d2, d3, d4, IOTA[r + 3]);
            row1(a, 5, 6, 7, 8, 9, d0, d1, d2, d3, d4);
            row2(a, 10, 11, 12, 13, 14, d0, d1, d2, d3, d4);
            row3(a, 15, 16, 17, 18, 19, d0, d1, d2, d3, d4);
            row4(a, 20, 21, 22, 23, 24, d0, d1, d2, d3, d4);
        }
    }

    /** Lets the compiler move no access to the lanes across this place. */
    private static void fence(long[] a) {
        long _ = (long) LANE.getOpaque(a, 0);
    }

    /** The parity of column x. */
    private static long parity(long[] a, int x) {
        return a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    }

    // Output row y of rho, pi, chi and (row 0) iota, from the lanes after theta. Column x's lane is at index ix and
    // gets
    // dx; which row it comes from, and so by how much it turns and where it lands in the row, depends on y alone.

    private static void row0(
            long[] a, int i0, int i1, int i2, int i3, int i4, long d0, long d1, long d2, long d3, long d4, long iota) {
        long b0 = a[i0] ^ d0;
        long b1 = rotateLeft(a[i1] ^ d1, 44);
        long b2 = rotateLeft(a[i2] ^ d2, 43);
        long b3 = rotateLeft(a[i3] ^ d3, 21);
        long b4 = rotateLeft(a[i4] ^ d4, 14);
        a[i0] = b0 ^ (~b1 & b2) ^ iota;
        a[i1] = b1 ^ (~b2 & b3);
        a[i2] = b2 ^ (~b3 & b4);
        a[i3] = b3 ^ (~b4 & b0);
        a[i4] = b4 ^ (~b0 & b1);
    }

    private static void row1(
            long[] a, int i0, int i1, int i2, int i3, int i4, long d0, long d1, long d2, long d3, long d4) {
        long b0 = rotateLeft(a[i3] ^ d3, 28);
        long b1 = rotateLeft(a[i4] ^ d4, 20);
        long b2 = rotateLeft(a[i0] ^ d0, 3);
        long b3 = rotateLeft(a[i1] ^ d1, 45);
        long b4 = rotateLeft(a[i2] ^ d2, 61);
        a[i0] = b0 ^ (~b1 & b2);
        a[i1] = b1 ^ (~b2 & b3);
        a[i2] = b2 ^ (~b3 & b4);
        a[i3] = b3 ^ (~b4 & b0);
        a[i4] = b4 ^ (~b0 & b1);
    }

    private static void row2(
            long[] a, int i0, int i1, int i2, int i3, int i4, long d0, long d1, long d2, long d3, long d4) {
        long b0 = rotateLeft(a[i1] ^ d1, 1);
        long b1 = rotateLeft(a[i2] ^ d2, 6);
        long b2 = rotateLeft(a[i3] ^ d3, 25);
        long b3 = rotateLeft(a[i4] ^ d4, 8);
        long b4 = rotateLeft(a[i0] ^ d0, 18);
        a[i0] = b0 ^ (~b1 & b2);
        a[i1] = b1 ^ (~b2 & b3);
        a[i2] = b2 ^ (~b3 & b4);
        a[i3] = b3 ^ (~b4 & b0);
        a[i4] = b4 ^ (~b0 & b1);
    }

    private static void row3(
            long[] a, int i0, int i1, int i2, int i3, int i4, long d0, long d1, long d2, long d3, long d4) {
        long b0 = rotateLeft(a[i4] ^ d4, 27);
        long b1 = rotateLeft(a[i0] ^ d0, 36);
        long b2 = rotateLeft(a[i1] ^ d1, 10);
        long b3 = rotateLeft(a[i2] ^ d2, 15);
        long b4 = rotateLeft(a[i3] ^ d3, 56);
        a[i0] = b0 ^ (~b1 & b2);
        a[i1] = b1 ^ (~b2 & b3);
        a[i2] = b2 ^ (~b3 & b4);
        a[i3] = b3 ^ (~b4 & b0);
        a[i4] = b4 ^ (~b0 & b1);
    }

    private static void row4(
            long[] a, int i0, int i1, int i2, int i3, int i4, long d0, long d1, long d2, long d3, long d4) {
        long b0 = rotateLeft(a[i2] ^ d2, 62);
        long b1 = rotateLeft(a[i3] ^ d3, 55);
        long b2 = rotateLeft(a[i4] ^ d4, 39);
        long b3 = rotateLeft(a[i0] ^ d0, 41);
        long b4 = rotateLeft(a[i1] ^ d1, 2);
        a[i0] = b0 ^ (~b1 & b2);
        a[i1] = b1 ^ (~b2 & b3);
        a[i2] = b2 ^ (~b3 & b4);
        a[i3] = b3 ^ (~b4 & b0);
        a[i4] = b4 ^ (~b0 & b1);
    }
}
