package dev.espalier.trie.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Where each field of an encoded branch row stands (version 1, little-endian).
 *
 * <pre>
 *  0  u8     version   1
 *  1  u8     depth     d, 0..63; equals the path's length
 *  2  u16    present   bit n: child n exists; at least 2 bits
 *  4  u16    branch    subset of present; the other children are leaves
 *  6  u16    ext       subset of branch: an extension lies between
 *  8  u16    embedded  subset of present: the ref is RLP of fewer than 32 bytes
 * 10  u16    rest      subset of present and not branch: the leaf's key rest is stored
 * 12  u8     extBytes  0 iff ext is 0, else the bytes of the row's longest extension
 * 13  u8[3]  zero
 * 16  refs   32 bytes per child in present: what the parent's RLP holds; RLP left-aligned, zero-padded
 *     rests  W = (64-d)/2 bytes per child in rest: nibbles d+1..63, an odd count padded with 0
 *     exts   1 + extBytes + 32 bytes per child in ext: count (bit 7: ref below is embedded), nibbles, ref of the
 *            branch below
 * </pre>
 *
 * <p>A child's entry in a section is found by the number of children before it in that section's mask. Sections are in
 * child order and nothing stands between them, so a row's length follows from its header.
 */
final class RowLayout {
    static final int VERSION = 1;

    static final int VERSION_AT = 0;
    static final int DEPTH_AT = 1;
    static final int PRESENT_AT = 2;
    static final int BRANCH_AT = 4;
    static final int EXT_AT = 6;
    static final int EMBEDDED_AT = 8;
    static final int REST_AT = 10;
    static final int EXT_BYTES_AT = 12;
    static final int ZERO_AT = 13;
    static final int HEADER_BYTES = 16;

    static final int CHILDREN = 16;
    static final int REF_BYTES = 32;
    /** An extension spans at most 62 nibbles: it leads from below one branch to another, above the last nibble. */
    static final int MAX_EXT_BYTES = 31;

    /** Bit of an extension's count byte: the ref of the branch below is embedded RLP. */
    static final int EXT_EMBEDDED = 0x80;

    /** The other bits of an extension's count byte: its nibbles. */
    static final int EXT_COUNT = 0x7F;

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

    private RowLayout() {}

    static int mask(byte[] row, int at) {
        return (short) SHORTS.get(row, at) & 0xFFFF;
    }

    static void putMask(byte[] row, int at, int mask) {
        SHORTS.set(row, at, (short) mask);
    }

    /** Bytes of a stored key rest at a depth. */
    static int restBytes(int depth) {
        return (64 - depth) / 2;
    }

    /** Bytes of one entry of the extension section. */
    static int extEntryBytes(int extBytes) {
        return 1 + extBytes + REF_BYTES;
    }

    /** How many children stand before {@code child} in {@code mask}. */
    static int rank(int mask, int child) {
        return Integer.bitCount(mask & ((1 << child) - 1));
    }

    static int refAt(byte[] row, int child) {
        return HEADER_BYTES + REF_BYTES * rank(mask(row, PRESENT_AT), child);
    }

    static int restsAt(byte[] row) {
        return HEADER_BYTES + REF_BYTES * Integer.bitCount(mask(row, PRESENT_AT));
    }

    static int restAt(byte[] row, int child) {
        return restsAt(row) + restBytes(row[DEPTH_AT]) * rank(mask(row, REST_AT), child);
    }

    static int extsAt(byte[] row) {
        return restsAt(row) + restBytes(row[DEPTH_AT]) * Integer.bitCount(mask(row, REST_AT));
    }

    static int extAt(byte[] row, int child) {
        return extsAt(row) + extEntryBytes(row[EXT_BYTES_AT]) * rank(mask(row, EXT_AT), child);
    }

    static int totalBytes(int depth, int present, int rest, int ext, int extBytes) {
        return HEADER_BYTES
                + REF_BYTES * Integer.bitCount(present)
                + restBytes(depth) * Integer.bitCount(rest)
                + extEntryBytes(extBytes) * Integer.bitCount(ext);
    }
}
