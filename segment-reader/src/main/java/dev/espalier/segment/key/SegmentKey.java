package dev.espalier.segment.key;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import java.nio.ByteBuffer;

/**
 * Names a row or a leaf in a segment. Ordered by trie id (unsigned), then key, then nibbles, so a row stands before
 * everything below it.
 *
 * @param trieId 0 for the account trie, else a storage id
 * @param key a leaf's key, or a row's path padded with zeros
 * @param nibbles 0 to 63: the row at that path; 64: the leaf
 */
public record SegmentKey(long trieId, Hash32 key, int nibbles) implements Comparable<SegmentKey> {
    /** The nibbles of a leaf's key. */
    public static final int LEAF_NIBBLES = Hash32.NIBBLES;

    /** Length of {@link #encodeTo}'s form. */
    public static final int BYTES = Long.BYTES + Hash32.BYTES + 1;

    /** Length of the leading part of {@link #encodeTo}'s form that holds trie id and padded key. */
    public static final int PADDED_BYTES = BYTES - 1;

    /**
     * Checks the nibbles.
     *
     * @throws IllegalArgumentException if they are out of range, or the key goes on behind them
     */
    public SegmentKey {
        if (nibbles < 0 || nibbles > LEAF_NIBBLES) {
            throw new IllegalArgumentException("segment key: nibbles=" + nibbles + ", expected 0..64");
        }
        if (nibbles < LEAF_NIBBLES && !isPadded(key, nibbles)) {
            throw new IllegalArgumentException(
                    "segment key: key=" + key + ", expected zeros behind nibbles=" + nibbles);
        }
    }

    private static boolean isPadded(Hash32 key, int nibbles) {
        int word = nibbles >> 4;
        long behind = key.word(word) & (-1L >>> (4 * (nibbles & 15)));
        for (int later = word + 1; later < 4; later++) {
            behind |= key.word(later);
        }
        return behind == 0;
    }

    /** Returns the key of a row. */
    public static SegmentKey ofRow(BranchPath path) {
        return new SegmentKey(path.trieId(), path.paddedKey(), path.depth());
    }

    /** Returns the key of a leaf. */
    public static SegmentKey ofLeaf(long trieId, Hash32 key) {
        return new SegmentKey(trieId, key, LEAF_NIBBLES);
    }

    /** Returns the first key of a trie in the order, from where all of its rows, or leaves, follow. */
    public static SegmentKey firstOf(long trieId) {
        return new SegmentKey(trieId, Hash32.ZERO, 0);
    }

    /** Tells whether this is a leaf's key. */
    public boolean isLeaf() {
        return nibbles == LEAF_NIBBLES;
    }

    /**
     * Returns the row's path.
     *
     * @throws IllegalStateException if this is a leaf's key
     */
    public BranchPath path() {
        if (isLeaf()) {
            throw new IllegalStateException("segment key: " + this + " is a leaf's, expected a row's");
        }
        return BranchPath.of(trieId, key, nibbles);
    }

    /**
     * Writes the key's {@link #BYTES} bytes, whose order as unsigned bytes is that of the keys: trie id (8, big-endian),
     * padded key (32), nibbles (1).
     */
    public void encodeTo(byte[] target, int offset) {
        ByteBuffer.wrap(target).putLong(offset, trieId);
        key.copyTo(target, offset + Long.BYTES);
        target[offset + PADDED_BYTES] = (byte) nibbles;
    }

    /**
     * Reads what {@link #encodeTo} wrote.
     *
     * @throws IllegalArgumentException if the nibbles are impossible, or the key goes on behind them
     */
    public static SegmentKey decode(byte[] source, int offset) {
        long trieId = ByteBuffer.wrap(source).getLong(offset);
        return new SegmentKey(trieId, Hash32.of(source, offset + Long.BYTES), source[offset + PADDED_BYTES]);
    }

    /** Returns 64 well-mixed bits of the key, for filters. They are part of the file format. */
    public long hash() {
        long hash = mix(trieId * 0x9E3779B97F4A7C15L + nibbles);
        for (int word = 0; word < 4; word++) {
            hash = mix(hash ^ key.word(word));
        }
        return hash;
    }

    /** The finalizer of MurmurHash3 (Appleby, 2011): a bijection. */
    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ (mixed >>> 33);
    }

    @Override
    public int compareTo(SegmentKey other) {
        int order = Long.compareUnsigned(trieId, other.trieId);
        if (order == 0) {
            order = key.compareTo(other.key);
        }
        return order == 0 ? Integer.compare(nibbles, other.nibbles) : order;
    }

    /** Returns the trie id, a colon and the nibbles as hex digits; {@code ~} stands for no nibble. */
    @Override
    public String toString() {
        return isLeaf() ? Long.toUnsignedString(trieId) + ":" + key.toString().substring(2) : path().toString();
    }
}
