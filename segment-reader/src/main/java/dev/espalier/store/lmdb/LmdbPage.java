package dev.espalier.store.lmdb;

import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One page of an LMDB file, data version 1, of a 64-bit little-endian machine, read with every bound checked.
 *
 * <pre>
 *  0  u64 page number
 *  8  u16 unused
 * 10  u16 flags: 1 branch, 2 leaf, 4 overflow, 8 meta
 * 12  u16 lower, u16 upper: free space of a branch or leaf       u32 number of pages of an overflow run
 * 16  u16[(lower - 16) / 2] offsets of the nodes, in order of their keys
 *
 * node  u16 low, u16 high   of a leaf: bytes of the data; of a branch: bits 0..31 of the child's page number
 *       u16 flags           of a leaf: 1 the data is the number of an overflow run; of a branch: bits 32..47
 *       u16 n, n bytes      the key, then the data of a leaf
 * </pre>
 */
final class LmdbPage {
    static final int HEADER_BYTES = 16;

    private static final int FLAGS = 10;
    private static final int LOWER = 12;
    private static final int UPPER = 14;
    private static final int BRANCH = 1;
    private static final int LEAF = 2;
    private static final int OVERFLOW = 4;
    private static final int META = 8;

    private static final int NODE_HEADER_BYTES = 8;
    private static final int NODE_FLAGS = 4;
    private static final int NODE_KEY_BYTES = 6;
    private static final int BIG_DATA = 1;

    private final long number;
    private final ByteBuffer bytes;

    /**
     * Takes a page's bytes.
     *
     * @throws CorruptStoreException if they are another page's
     */
    LmdbPage(long number, byte[] bytes) {
        this.number = number;
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (u64(0) != number) {
            throw corrupt("number=" + u64(0) + ", expected that of its place");
        }
    }

    long u64(int at) {
        return bytes.getLong(at);
    }

    int u32(int at) {
        return bytes.getInt(at);
    }

    int u16(int at) {
        return bytes.getShort(at) & 0xFFFF;
    }

    void requireMeta() {
        requireFlags(META);
    }

    /** Returns how many pages an overflow run has, this one included. */
    long overflowPages() {
        requireFlags(OVERFLOW);
        return Integer.toUnsignedLong(u32(LOWER));
    }

    void requireBranch() {
        requireFlags(BRANCH);
    }

    void requireLeaf() {
        requireFlags(LEAF);
    }

    private void requireFlags(int expected) {
        if (u16(FLAGS) != expected) {
            throw corrupt("flags=" + u16(FLAGS) + ", expected " + expected);
        }
    }

    /** Returns how many nodes a branch or leaf has. */
    int nodes() {
        int lower = u16(LOWER);
        int upper = u16(UPPER);
        if (lower < HEADER_BYTES || lower % 2 != 0 || lower > upper || upper > bytes.capacity()) {
            throw corrupt("lower=" + lower + " upper=" + upper + ", expected bounds of the free space");
        }
        return (lower - HEADER_BYTES) / 2;
    }

    /** Returns where a node is, all of which lies behind the free space. */
    private int node(int index) {
        int at = u16(HEADER_BYTES + 2 * index);
        if (at < u16(UPPER) || at % 2 != 0 || at > bytes.capacity() - NODE_HEADER_BYTES) {
            throw corrupt("offset of node " + index + "=" + at + ", expected one behind upper=" + u16(UPPER));
        }
        return at;
    }

    /** Returns a node's key, in a new array. */
    byte[] key(int index) {
        int at = node(index) + NODE_HEADER_BYTES;
        int length = u16(node(index) + NODE_KEY_BYTES);
        requireInside(index, at, length);
        byte[] key = new byte[length];
        bytes.get(at, key);
        return key;
    }

    /** Returns the page that a branch's node leads to. */
    long child(int index) {
        int at = node(index);
        return Integer.toUnsignedLong(u32(at)) | ((long) u16(at + NODE_FLAGS) << Integer.SIZE);
    }

    /** Returns how many bytes the data of a leaf's node has. */
    long dataBytes(int index) {
        return Integer.toUnsignedLong(u32(node(index)));
    }

    /** Tells whether the data of a leaf's node is in an overflow run; otherwise it is in the page, all of it. */
    boolean isBig(int index) {
        int flags = u16(node(index) + NODE_FLAGS);
        if ((flags & ~BIG_DATA) != 0) {
            throw corrupt("flags of node " + index + "=" + flags + ", expected 0 or " + BIG_DATA);
        }
        boolean big = flags == BIG_DATA;
        requireInside(index, dataAt(index), big ? Long.BYTES : dataBytes(index));
        return big;
    }

    /** Returns where the data of a leaf's node begins, or the number of the overflow run stands. */
    int dataAt(int index) {
        int at = node(index);
        return at + NODE_HEADER_BYTES + u16(at + NODE_KEY_BYTES);
    }

    private void requireInside(int index, int at, long length) {
        if (at + length > bytes.capacity()) {
            throw corrupt("node " + index + " ends at " + (at + length) + ", expected it inside of the page");
        }
    }

    CorruptStoreException corrupt(String problem) {
        return new CorruptStoreException("LMDB page " + number + ": " + problem);
    }
}
