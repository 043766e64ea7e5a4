package dev.espalier.trie.codec;

import dev.espalier.trie.Hash32;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The path in a leaf or extension node: nibbles and the kind of node, packed by hex-prefix encoding (Yellow Paper,
 * appendix C). An instance is a decoded path, immutable.
 *
 * <pre>
 *   even count   (leaf ? 2 : 0) 0 | n0 n1 | n2 n3 ...
 *   odd count    (leaf ? 3 : 1) n0 | n1 n2 | ...
 * </pre>
 */
public final class HexPrefix {
    private static final int ODD = 0x10;
    private static final int LEAF = 0x20;

    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int NIBBLES_IN_WORD = 16;
    private static final int LAST_WORD = 3;

    private final boolean leaf;
    private final byte[] nibbles;

    private HexPrefix(boolean leaf, byte[] nibbles) {
        this.leaf = leaf;
        this.nibbles = nibbles;
    }

    /**
     * Returns the encoded length of a path.
     *
     * @param nibbleCount 0 or more
     * @return bytes; 1 to 33 for a path of up to 64 nibbles
     */
    public static int encodedLength(int nibbleCount) {
        return 1 + nibbleCount / 2;
    }

    /**
     * Encodes the nibbles {@code [from, to)} of a key, allocating nothing.
     *
     * @param from first nibble, 0 to {@code to}
     * @param to behind the last nibble, at most 64
     * @param leaf whether the node is a leaf rather than an extension
     * @param dst receives {@link #encodedLength} bytes
     * @param at index in {@code dst} of the first byte
     * @return the offset behind the last byte
     * @throws IndexOutOfBoundsException if {@code [from, to)} is no range of the key, or {@code dst} is too short; what
     *     it then holds behind {@code at} is undefined
     */
    public static int encode(Hash32 key, int from, int to, boolean leaf, byte[] dst, int at) {
        if (from < 0 || from > to || to > Hash32.NIBBLES) {
            throw new IndexOutOfBoundsException(
                    "hex-prefix: from=" + from + " to=" + to + ", expected a range within 0..64");
        }
        int odd = (to - from) & 1;
        int first = leaf ? LEAF : 0;
        dst[at] = (byte) (odd == 0 ? first : first | ODD | key.nibble(from));
        return pack(key, from + odd, (to - from) / 2, dst, at + 1);
    }

    /** Writes the {@code count} bytes whose nibbles begin at {@code nibble}, which may be odd, eight at a time. */
    private static int pack(Hash32 key, int nibble, int count, byte[] dst, int at) {
        int next = nibble;
        int to = at;
        int left = count;
        for (; left >= Long.BYTES; left -= Long.BYTES) {
            BIG_ENDIAN.set(dst, to, sixteen(key, next));
            to += Long.BYTES;
            next += NIBBLES_IN_WORD;
        }
        if (left > 0) {
            long rest = sixteen(key, next);
            for (; left > 0; left--) {
                dst[to++] = (byte) (rest >>> (Long.SIZE - Byte.SIZE));
                rest <<= Byte.SIZE;
            }
        }
        return to;
    }

    /** The sixteen nibbles from {@code nibble} on; those behind the key's end are 0. */
    private static long sixteen(Hash32 key, int nibble) {
        int word = nibble / NIBBLES_IN_WORD;
        int shift = 4 * (nibble % NIBBLES_IN_WORD);
        long window = key.word(word) << shift;
        return shift == 0 || word == LAST_WORD ? window : window | (key.word(word + 1) >>> (Long.SIZE - shift));
    }

    /**
     * Decodes a path.
     *
     * @param off index of the first byte
     * @param len number of bytes
     * @throws RlpException if the bytes are not the one valid encoding of a path
     * @throws IndexOutOfBoundsException if the range is not inside {@code in}
     */
    public static HexPrefix decode(byte[] in, int off, int len) {
        Objects.checkFromIndexSize(off, len, in.length);
        if (len == 0) {
            throw new RlpException("hex-prefix path is empty, expected 1 byte or more", off);
        }
        int first = in[off] & 0xFF;
        boolean odd = (first & ODD) != 0;
        if ((first & ~(LEAF | ODD | 0x0F)) != 0) {
            throw new RlpException("hex-prefix flag=" + (first >> 4) + ", expected 0..3", off);
        }
        if (!odd && (first & 0x0F) != 0) {
            throw new RlpException("hex-prefix padding=" + (first & 0x0F) + ", expected 0", off);
        }
        byte[] nibbles = new byte[2 * (len - 1) + (odd ? 1 : 0)];
        int count = 0;
        if (odd) {
            nibbles[count++] = (byte) (first & 0x0F);
        }
        for (int i = off + 1; i < off + len; i++) {
            nibbles[count++] = (byte) ((in[i] >> 4) & 0x0F);
            nibbles[count++] = (byte) (in[i] & 0x0F);
        }
        return new HexPrefix((first & LEAF) != 0, nibbles);
    }

    /** Tells whether the node is a leaf rather than an extension. */
    public boolean isLeaf() {
        return leaf;
    }

    /** Returns how many nibbles the path has. */
    public int length() {
        return nibbles.length;
    }

    /**
     * Returns one nibble.
     *
     * @param index 0 to {@link #length} - 1
     * @return 0 to 15
     */
    public int nibble(int index) {
        return nibbles[index];
    }

    /** Returns a new array with one nibble, 0 to 15, in each byte. */
    public byte[] nibbles() {
        return nibbles.clone();
    }
}
