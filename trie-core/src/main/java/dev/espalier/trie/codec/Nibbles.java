package dev.espalier.trie.codec;

import dev.espalier.trie.Hash32;

/** Copies runs of nibbles between keys and the left-aligned, zero-padded form that rows hold. */
final class Nibbles {
    private Nibbles() {}

    /** Copies {@code count} nibbles, packed from {@code source[at]} on, over a key's nibbles from {@code from} on. */
    static void copy(byte[] source, int at, byte[] key, int from, int count) {
        for (int i = 0; i < count; i++) {
            int nibble = (i & 1) == 0 ? (source[at + (i >> 1)] >>> 4) & 15 : source[at + (i >> 1)] & 15;
            put(key, from + i, nibble);
        }
    }

    /** Packs a key's nibbles from {@code from} up to {@code to} from {@code target[at]} on; an odd count ends in 0. */
    static void pack(byte[] key, int from, int to, byte[] target, int at) {
        int bytes = (to - from + 1) / 2;
        int source = from >> 1;
        if ((from & 1) == 0) {
            System.arraycopy(key, source, target, at, bytes);
        } else {
            for (int i = 0; i < bytes; i++) {
                int low = source + i + 1 < key.length ? (key[source + i + 1] >>> 4) & 15 : 0;
                target[at + i] = (byte) ((key[source + i] << 4) | low);
            }
        }
        if (((to - from) & 1) != 0) {
            target[at + bytes - 1] &= (byte) 0xF0;
        }
    }

    /** Returns a key with one nibble replaced. */
    static Hash32 with(Hash32 key, int index, int nibble) {
        int shift = 60 - 4 * (index & 15);
        long cleared = key.word(index >> 4) & ~(15L << shift);
        long set = cleared | ((long) nibble << shift);
        return switch (index >> 4) {
            case 0 -> Hash32.of(set, key.word(1), key.word(2), key.word(3));
            case 1 -> Hash32.of(key.word(0), set, key.word(2), key.word(3));
            case 2 -> Hash32.of(key.word(0), key.word(1), set, key.word(3));
            default -> Hash32.of(key.word(0), key.word(1), key.word(2), set);
        };
    }

    private static void put(byte[] key, int index, int nibble) {
        int old = key[index >> 1];
        key[index >> 1] = (byte) ((index & 1) == 0 ? (old & 0x0F) | (nibble << 4) : (old & 0xF0) | nibble);
    }
}
