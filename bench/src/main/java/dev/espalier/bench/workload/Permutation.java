package dev.espalier.bench.workload;

import java.util.SplittableRandom;

/**
 * Numbers in an order that looks random, each once: so that any part of them can be drawn without repeats and without
 * memory of what was drawn.
 */
final class Permutation {
    private static final int ROUNDS = 4;

    private final int size;
    private final int halfBits;
    private final int halfMask;
    private final int[] keys = new int[ROUNDS];

    /**
     * @param size numbers from 0 to below this, at least 1
     * @param random decides about the order
     */
    Permutation(int size, SplittableRandom random) {
        if (size < 1) {
            throw new IllegalArgumentException("size=" + size + ", expected at least 1");
        }
        this.size = size;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
        halfBits = Math.max(1, (bits + 1) / 2);
        halfMask = (1 << halfBits) - 1;
        for (int round = 0; round < ROUNDS; round++) {
            keys[round] = random.nextInt();
        }
    }

    int size() {
        return size;
    }

    /**
     * Returns the number at a place.
     *
     * @param place from 0 to below {@link #size}
     */
    int at(int place) {
        if (place < 0 || place >= size) {
            throw new IllegalArgumentException("place=" + place + ", expected 0 to " + (size - 1));
        }
        long number = place;
        do {
            number = permuted(number);
        } while (number >= size);
        return (int) number;
    }

    /** A Feistel network permutes all numbers of so many bits; those that are too large are permuted again. */
    private long permuted(long number) {
        int left = (int) (number >>> halfBits);
        int right = (int) (number & halfMask);
        for (int key : keys) {
            int next = left ^ (scrambled(right ^ key) & halfMask);
            left = right;
            right = next;
        }
        return ((long) left << halfBits) | right;
    }

    private static int scrambled(int value) {
        int spread = (value ^ (value >>> 16)) * 0x85EBCA6B;
        spread = (spread ^ (spread >>> 13)) * 0xC2B2AE35;
        return spread ^ (spread >>> 16);
    }
}
