package dev.espalier.segment.index;

import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;

/**
 * A minimal perfect hash function as sux4j's GOV construction gives it: each of n known hashes has a number of its own,
 * 0 to n - 1; any other hash gets one of them too. Immutable; any number of threads may ask at once.
 *
 * <p>Source: Genuzio, Ottaviano, Vigna, <i>Fast Scalable Construction of (Minimal Perfect Hash) Functions</i>, 2016.
 *
 * <p>Its byte form, little-endian:
 *
 * <pre>
 *  0  u64    keys        n, at least 1
 *  8  u64    multiplier  maps a signature to a bucket: 2 a bucket
 * 16  u64    seed
 * 24  u64    buckets     number of the words that follow, one more than there are buckets
 * 32  u64[]  of each bucket: low 56 bits the keys before it, high 8 bits its seed
 *     u64    words
 *     u64[]  values of two bits
 * </pre>
 */
final class MinimalPerfectHash {
    private static final int HEADER_WORDS = 4;
    private static final long KEYS_MASK = -1L >>> 8;
    /** Variables of a bucket for each key, times 256: 1.1. */
    private static final long VARIABLES_TIMES_256 = 281;

    private static final long LOW_OF_PAIRS = 0x5555_5555_5555_5555L;

    private final long keys;
    private final long multiplier;
    private final long seed;
    private final long[] buckets;
    private final long[] values;

    private MinimalPerfectHash(long keys, long multiplier, long seed, long[] buckets, long[] values) {
        this.keys = keys;
        this.multiplier = multiplier;
        this.seed = seed;
        this.buckets = buckets;
        this.values = values;
    }

    /** Returns the number of known hashes. */
    int keys() {
        return (int) keys;
    }

    /** Returns the bytes of memory that it takes. */
    long residentBytes() {
        return (long) Long.BYTES * (buckets.length + values.length);
    }

    /**
     * Returns the number of a hash.
     *
     * @return 0 to n - 1 for a known one; for others anything from 0 on
     */
    int numberOf(long hash) {
        long[] words = new long[3];
        SpookyHash.ofWord(hash, seed, words);
        long first = words[0];
        int bucket = (int) Math.multiplyHigh(first >>> 1, multiplier);
        long keysBefore = buckets[bucket] & KEYS_MASK;
        long from = variablesBefore(buckets[bucket]);
        long variables = variablesBefore(buckets[bucket + 1]) - from;
        if (variables == 0) {
            return 0;
        }
        SpookyHash.ofPair(first, words[1], buckets[bucket] & ~KEYS_MASK, words);
        int shift = Long.numberOfLeadingZeros(variables);
        long mask = (1L << shift) - 1;
        long one = from + (((words[0] & mask) * variables) >>> shift);
        long two = from + (((words[1] & mask) * variables) >>> shift);
        long three = from + (((words[2] & mask) * variables) >>> shift);
        int chosen = (value(one) + value(two) + value(three)) % 3;
        long variable = chosen == 0 ? one : chosen == 1 ? two : three;
        return (int) (keysBefore + usedBetween(from, variable));
    }

    private static long variablesBefore(long bucket) {
        return ((bucket & KEYS_MASK) * VARIABLES_TIMES_256) >> 8;
    }

    private int value(long variable) {
        return (int) (values[(int) (variable >>> 5)] >>> (2 * (variable & 31))) & 3;
    }

    /** Counts the variables that stand for a key: those whose value is not 0. */
    private int usedBetween(long from, long to) {
        int word = (int) (from >>> 5);
        int last = (int) (to >>> 5);
        long lastMask = (1L << (2 * (to & 31))) - 1;
        long firstMask = -1L << (2 * (from & 31));
        if (word == last) {
            return used(values[word] & firstMask & lastMask);
        }
        int count = used(values[word] & firstMask);
        for (word++; word < last; word++) {
            count += used(values[word]);
        }
        return lastMask == 0 ? count : count + used(values[last] & lastMask);
    }

    private static int used(long pairs) {
        return Long.bitCount((pairs | pairs >>> 1) & LOW_OF_PAIRS);
    }

    /**
     * Reads a byte form.
     *
     * @param source stands at its beginning, and behind it afterwards
     * @param where names the file and section for an error
     * @throws CorruptStoreException if it is impossible
     */
    static MinimalPerfectHash decode(ByteBuffer source, String where) {
        require(source.remaining() >= HEADER_WORDS * Long.BYTES, where, "ends early");
        long keys = source.getLong();
        long multiplier = source.getLong();
        long seed = source.getLong();
        long[] buckets = longs(source, source.getLong(), where);
        require(source.remaining() >= Long.BYTES, where, "ends early");
        long[] values = longs(source, source.getLong(), where);
        require(keys >= 1 && keys <= Integer.MAX_VALUE, where, "keys=" + keys);
        require(buckets.length >= 2 && multiplier == 2L * (buckets.length - 1), where, "multiplier=" + multiplier);
        long before = 0;
        for (long bucket : buckets) {
            long keysBefore = bucket & KEYS_MASK;
            require(keysBefore >= before && keysBefore <= keys, where, "keys before a bucket=" + keysBefore);
            before = keysBefore;
        }
        require((buckets[0] & KEYS_MASK) == 0 && before == keys, where, "keys of all buckets=" + before);
        require(
                values.length >= (variablesBefore(keys) + 31) / 32,
                where,
                "values=" + values.length + " for keys=" + keys);
        return new MinimalPerfectHash(keys, multiplier, seed, buckets, values);
    }

    private static long[] longs(ByteBuffer source, long count, String where) {
        require(count >= 0 && count <= source.remaining() / Long.BYTES, where, "words=" + count);
        long[] longs = new long[(int) count];
        source.asLongBuffer().get(longs);
        source.position(source.position() + longs.length * Long.BYTES);
        return longs;
    }

    private static void require(boolean condition, String where, String found) {
        if (!condition) {
            throw new CorruptStoreException(where + ": perfect hash: " + found + ", which is impossible");
        }
    }
}
