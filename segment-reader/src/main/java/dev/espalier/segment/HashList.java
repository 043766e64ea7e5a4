package dev.espalier.segment;

import java.util.Arrays;

/** A list of longs that grows. Confined to one thread. */
final class HashList {
    private long[] hashes = new long[1024];
    private int size;

    void add(long hash) {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.addExact(size, size >> 1));
        }
        hashes[size++] = hash;
    }

    int size() {
        return size;
    }

    /** Returns the array itself, of which the first {@link #size} elements count. */
    long[] array() {
        return hashes;
    }
}
