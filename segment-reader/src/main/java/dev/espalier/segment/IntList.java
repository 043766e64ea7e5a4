package dev.espalier.segment;

import java.util.Arrays;

/** A list of ints that grows. Confined to one thread. */
final class IntList {
    private int[] ints = new int[1024];
    private int size;

    void add(int value) {
        if (size == ints.length) {
            ints = Arrays.copyOf(ints, Math.addExact(size, size >> 1));
        }
        ints[size++] = value;
    }

    /** Returns the array itself, of which as many elements count as were added. */
    int[] array() {
        return ints;
    }
}
