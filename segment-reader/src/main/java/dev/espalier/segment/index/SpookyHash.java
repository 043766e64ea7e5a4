package dev.espalier.segment.index;

/**
 * The parts of SpookyHash (Bob Jenkins, 2012, public domain; its short form) that sux4j's functions hash with: of one
 * 64-bit word, and of a pair of words without the final mix.
 */
final class SpookyHash {
    private static final long ARBITRARY_BITS = 0x9E3779B97F4A7C13L;

    private SpookyHash() {}

    /** Hashes a word of 64 bits: the first two of the four words go to the target. */
    static void ofWord(long word, long seed, long[] target) {
        long a = seed + Long.SIZE;
        long b = seed;
        long c = ARBITRARY_BITS + word;
        long d = ARBITRARY_BITS;
        d ^= c;
        c = Long.rotateLeft(c, 15);
        d += c;
        a ^= d;
        d = Long.rotateLeft(d, 52);
        a += d;
        b ^= a;
        a = Long.rotateLeft(a, 26);
        b += a;
        c ^= b;
        b = Long.rotateLeft(b, 51);
        c += b;
        d ^= c;
        c = Long.rotateLeft(c, 28);
        d += c;
        a ^= d;
        d = Long.rotateLeft(d, 9);
        a += d;
        b ^= a;
        a = Long.rotateLeft(a, 47);
        b += a;
        c ^= b;
        b = Long.rotateLeft(b, 54);
        c += b;
        d ^= c;
        c = Long.rotateLeft(c, 32);
        d += c;
        a ^= d;
        d = Long.rotateLeft(d, 25);
        a += d;
        b ^= a;
        a = Long.rotateLeft(a, 63);
        target[0] = a;
        target[1] = b + a;
    }

    /** Mixes a pair of words: the first three of the four words go to the target. */
    static void ofPair(long first, long second, long seed, long[] target) {
        long a = seed;
        long b = ARBITRARY_BITS + first;
        long c = ARBITRARY_BITS + second;
        long d = ARBITRARY_BITS;
        c = Long.rotateLeft(c, 50) + d;
        a ^= c;
        d = Long.rotateLeft(d, 52) + a;
        b ^= d;
        a = Long.rotateLeft(a, 30) + b;
        c ^= a;
        b = Long.rotateLeft(b, 41) + c;
        d ^= b;
        c = Long.rotateLeft(c, 54) + d;
        a ^= c;
        d = Long.rotateLeft(d, 48) + a;
        b ^= d;
        a = Long.rotateLeft(a, 38) + b;
        c ^= a;
        b = Long.rotateLeft(b, 37) + c;
        d ^= b;
        c = Long.rotateLeft(c, 62) + d;
        a ^= c;
        d = Long.rotateLeft(d, 34) + a;
        b ^= d;
        a = Long.rotateLeft(a, 5) + b;
        c ^= a;
        b = Long.rotateLeft(b, 36) + c;
        target[0] = a;
        target[1] = b;
        target[2] = c;
    }
}
