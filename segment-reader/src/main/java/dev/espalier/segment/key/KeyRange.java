package dev.espalier.segment.key;

import dev.espalier.trie.Hash32;

/**
 * The keys from one trie id and padded key up to, but not including, another. A row and everything at the same padded
 * key are on the same side of a bound. Immutable.
 *
 * @param toTrieId the end's trie id; with a {@code toKey} of zeros too, 0 says that there is no end
 */
public record KeyRange(long fromTrieId, Hash32 fromKey, long toTrieId, Hash32 toKey) {
    /** Every key. */
    public static final KeyRange ALL = new KeyRange(0, Hash32.ZERO, 0, Hash32.ZERO);

    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if the range ends where it begins, or before
     */
    public KeyRange {
        if (!isEndless(toTrieId, toKey) && compare(fromTrieId, fromKey, toTrieId, toKey) >= 0) {
            throw new IllegalArgumentException("key range: from=" + Long.toUnsignedString(fromTrieId) + ":" + fromKey
                    + ", expected less than to=" + Long.toUnsignedString(toTrieId) + ":" + toKey);
        }
    }

    private static boolean isEndless(long trieId, Hash32 key) {
        return trieId == 0 && key.equals(Hash32.ZERO);
    }

    private static int compare(long trieId, Hash32 key, long otherTrieId, Hash32 otherKey) {
        int order = Long.compareUnsigned(trieId, otherTrieId);
        return order == 0 ? key.compareTo(otherKey) : order;
    }

    /** Returns the part of this range before a bound inside of it. */
    public KeyRange upTo(long trieId, Hash32 key) {
        return new KeyRange(fromTrieId, fromKey, trieId, key);
    }

    /** Returns the part of this range from a bound inside of it. */
    public KeyRange from(long trieId, Hash32 key) {
        return new KeyRange(trieId, key, toTrieId, toKey);
    }

    /** Tells whether the range begins with the first key there is. */
    public boolean isFirst() {
        return isEndless(fromTrieId, fromKey);
    }

    /** Tells whether the range ends with the last key there is. */
    public boolean isLast() {
        return isEndless(toTrieId, toKey);
    }

    /** Tells whether another range begins where this one ends. */
    public boolean isFollowedBy(KeyRange next) {
        return !isLast() && toTrieId == next.fromTrieId && toKey.equals(next.fromKey);
    }

    /** Tells whether a key is in the range. */
    public boolean contains(SegmentKey key) {
        return !isAbove(key) && !endsBefore(key);
    }

    /** Tells whether the range begins behind a key. */
    public boolean isAbove(SegmentKey key) {
        return compare(key.trieId(), key.key(), fromTrieId, fromKey) < 0;
    }

    /** Tells whether the range ends at a key or before it. */
    public boolean endsBefore(SegmentKey key) {
        return !isLast() && compare(key.trieId(), key.key(), toTrieId, toKey) >= 0;
    }

    /** Returns the first key that can be in the range: nothing in it is less. */
    public SegmentKey first() {
        int nibbles = SegmentKey.LEAF_NIBBLES;
        while (nibbles > 0 && fromKey.nibble(nibbles - 1) == 0) {
            nibbles--;
        }
        return new SegmentKey(fromTrieId, fromKey, nibbles);
    }
}
