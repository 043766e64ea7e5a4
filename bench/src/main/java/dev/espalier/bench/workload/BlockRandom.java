package dev.espalier.bench.workload;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.SplittableRandom;

/** Random numbers that depend on a seed, and on what they are drawn for. */
final class BlockRandom {
    private BlockRandom() {}

    /** Returns a sequence that is the same for the same numbers, and has nothing to do with that of any other. */
    static SplittableRandom of(long seed, long first, long second) {
        return new SplittableRandom(mixed(mixed(mixed(seed) + first) + second));
    }

    /** Spreads each bit over all: a step of SplitMix64. */
    private static long mixed(long value) {
        long spread = value + 0x9E3779B97F4A7C15L;
        spread = (spread ^ (spread >>> 30)) * 0xBF58476D1CE4E5B9L;
        spread = (spread ^ (spread >>> 27)) * 0x94D049BB133111EBL;
        return spread ^ (spread >>> 31);
    }

    /** Draws a value for a slot that is not zero. */
    static UInt256 slotValue(SplittableRandom random) {
        return UInt256.of(Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong() | 1));
    }

    /** Draws a balance that is not zero. */
    static UInt256 balance(SplittableRandom random) {
        return UInt256.of(random.nextLong(1, Long.MAX_VALUE));
    }
}
