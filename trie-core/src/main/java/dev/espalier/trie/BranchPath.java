package dev.espalier.trie;

/**
 * Names a branch: a trie id and the nibbles that lead to the branch from that trie's root.
 *
 * <p>It can name nothing else: a leaf, a log record or a checkpoint has no branch path. Up to 32 nibbles stand in two
 * longs; longer paths, which only chosen keys reach, have two more, so that a common path takes 40 bytes. Immutable. Ordered by trie id (unsigned),
 * then by nibbles padded with zeros, then by count, so a branch stands before every branch below it.
 */
public sealed class BranchPath implements Comparable<BranchPath> {
    /** The account trie's id. */
    public static final long ACCOUNT_TRIE = 0;

    /** The most nibbles that a branch's path can have: a branch tells 64-nibble keys apart by one more nibble. */
    public static final int MAX_NIBBLES = 63;

    private static final int INLINE_NIBBLES = 32;

    private final long trieId;
    private final long w0;
    private final long w1;
    private final byte count;

    private BranchPath(long trieId, int count, long w0, long w1) {
        this.trieId = trieId;
        this.w0 = w0;
        this.w1 = w1;
        this.count = (byte) count;
    }

    /** A path of more than 32 nibbles. */
    private static final class Deep extends BranchPath {
        private final long w2;
        private final long w3;

        Deep(long trieId, int count, Hash32 key) {
            super(trieId, count, key.word(0), key.word(1));
            w2 = kept(key.word(2), count - 32);
            w3 = kept(key.word(3), count - 48);
        }

        @Override
        long w2() {
            return w2;
        }

        @Override
        long w3() {
            return w3;
        }
    }

    /** The third word, which only a path of more than 32 nibbles has. */
    long w2() {
        return 0;
    }

    /** The fourth word. */
    long w3() {
        return 0;
    }

    /** Returns the path of a branch at the root of a trie. */
    public static BranchPath root(long trieId) {
        return new BranchPath(trieId, 0, 0, 0);
    }

    /**
     * Returns the path made of a key's leading nibbles.
     *
     * @param count 0 to 63
     * @throws IllegalArgumentException if the count is out of range
     */
    public static BranchPath of(long trieId, Hash32 key, int count) {
        if (count < 0 || count > MAX_NIBBLES) {
            throw new IllegalArgumentException("branch path: nibbles=" + count + ", expected 0.." + MAX_NIBBLES);
        }
        if (count <= INLINE_NIBBLES) {
            return new BranchPath(trieId, count, kept(key.word(0), count), kept(key.word(1), count - 16));
        }
        return new Deep(trieId, count, key);
    }

    /** Keeps a word's leading nibbles and clears the others. */
    private static long kept(long word, int nibbles) {
        if (nibbles <= 0) {
            return 0;
        }
        return nibbles >= 16 ? word : word & (-1L << (64 - 4 * nibbles));
    }

    /** Returns the trie's id: 0 for the account trie, else a storage id. */
    public long trieId() {
        return trieId;
    }

    /**
     * Returns the number of nibbles, which is the branch's depth.
     *
     * @return 0 to 63
     */
    public int depth() {
        return count;
    }

    /**
     * Returns one nibble.
     *
     * @param index 0 to {@link #depth()} - 1
     * @throws IndexOutOfBoundsException if there is no such nibble
     */
    public int nibble(int index) {
        if (index < 0 || index >= count) {
            throw new IndexOutOfBoundsException("nibble: index=" + index + ", expected 0.." + (count - 1));
        }
        return (int) (word(index >> 4) >>> (60 - 4 * (index & 15))) & 15;
    }

    /**
     * Returns the first nibbles as one number, the first nibble leading.
     *
     * @param count how many; 0 to 7, and at most {@link #depth()}
     * @throws IndexOutOfBoundsException if there are not so many
     */
    public int leadingNibbles(int count) {
        if (count < 0 || count > Math.min(7, this.count)) {
            throw new IndexOutOfBoundsException(
                    "leading nibbles: count=" + count + ", expected 0.." + Math.min(7, this.count));
        }
        return count == 0 ? 0 : (int) (w0 >>> (64 - 4 * count));
    }

    private boolean isDeep() {
        return count > INLINE_NIBBLES;
    }

    private long word(int index) {
        return switch (index) {
            case 0 -> w0;
            case 1 -> w1;
            case 2 -> w2();
            default -> w3();
        };
    }

    /** Returns the nibbles as a key, padded with zeros. */
    public Hash32 paddedKey() {
        return Hash32.of(w0, w1, w2(), w3());
    }

    /**
     * Tells whether a key lies below this branch, of whatever trie the key is.
     *
     * @param key a full key of 64 nibbles
     */
    public boolean isPrefixOf(Hash32 key) {
        return commonNibbles(key) == count;
    }

    /**
     * Counts the leading nibbles shared with a key.
     *
     * @return 0 to {@link #depth()}
     */
    public int commonNibbles(Hash32 key) {
        int common = key.commonNibbles(paddedKey());
        return Math.min(common, count);
    }

    @Override
    public int compareTo(BranchPath other) {
        int order = Long.compareUnsigned(trieId, other.trieId);
        if (order == 0) {
            order = Long.compareUnsigned(w0, other.w0);
        }
        if (order == 0) {
            order = Long.compareUnsigned(w1, other.w1);
        }
        if (order == 0 && (isDeep() || other.isDeep())) {
            order = Long.compareUnsigned(w2(), other.w2());
            if (order == 0) {
                order = Long.compareUnsigned(w3(), other.w3());
            }
        }
        return order == 0 ? Integer.compare(count, other.count) : order;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof BranchPath path
                && w0 == path.w0
                && w1 == path.w1
                && count == path.count
                && trieId == path.trieId
                && (!isDeep() || (w2() == path.w2() && w3() == path.w3()));
    }

    @Override
    public final int hashCode() {
        long mixed = ((w0 + count) * 0x9E3779B97F4A7C15L) ^ Long.rotateLeft(w1, 29) ^ (trieId * 0xC2B2AE3D27D4EB4FL);
        if (isDeep()) {
            mixed ^= (w2() * 0x165667B19E3779F9L) + Long.rotateLeft(w3(), 23);
        }
        mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
        mixed = (mixed ^ (mixed >>> 32)) * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }

    /** Returns the trie id, a colon, and the nibbles as hex digits; {@code ~} stands for no nibble. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(Long.toUnsignedString(trieId)).append(':');
        for (int i = 0; i < count; i++) {
            text.append(Character.forDigit(nibble(i), 16));
        }
        return (count == 0 ? text.append('~') : text).toString();
    }
}
