package dev.espalier.bench.workload;

import dev.espalier.trie.Hash32;

/**
 * Numbered keys, counted out by their leading byte: so that a large state is built in the order of its keys, and each part
 * of a trie written once. Confined to one thread.
 */
final class KeyBuckets {
    static final int BUCKETS = 256;

    private final int[] next = new int[BUCKETS + 1];
    private final int[] numbers;

    /** Gives the hash of a key by its number. */
    interface Hashes {
        Hash32 of(int number);
    }

    /** Counts out the keys numbered from 0 on. */
    KeyBuckets(int count, Hashes hashes) {
        byte[] leading = new byte[count];
        int[] sizes = new int[BUCKETS];
        for (int number = 0; number < count; number++) {
            leading[number] = (byte) (hashes.of(number).word(0) >>> 56);
            sizes[leading[number] & 0xFF]++;
        }
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            next[bucket + 1] = next[bucket] + sizes[bucket];
        }
        numbers = new int[count];
        int[] at = next.clone();
        for (int number = 0; number < count; number++) {
            numbers[at[leading[number] & 0xFF]++] = number;
        }
    }

    int from(int bucket) {
        return next[bucket];
    }

    int to(int bucket) {
        return next[bucket + 1];
    }

    int size(int bucket) {
        return to(bucket) - from(bucket);
    }

    /** Returns the number of the key at a place in the order of buckets. */
    int number(int place) {
        return numbers[place];
    }
}
