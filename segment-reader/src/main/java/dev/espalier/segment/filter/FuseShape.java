package dev.espalier.segment.filter;

/**
 * Where the three cells of a key lie: segments of equal length, a power of two, of which a key has one cell in each of
 * three consecutive ones.
 *
 * @param segmentLength 1 to {@link #LONGEST_SEGMENT}, a power of two
 * @param segmentCount the number of segments that can hold a first cell, at least 1
 */
record FuseShape(int segmentLength, int segmentCount) {
    static final int ARITY = 3;
    static final int LONGEST_SEGMENT = 1 << 18;

    /** Returns the shape for a number of distinct keys, with the constants of the paper's reference code. */
    static FuseShape of(int keys) {
        int segmentLength = segmentLength(keys);
        double factor = keys <= 1 ? 0 : Math.max(1.125, 0.875 + 0.25 * StrictMath.log(1e6) / StrictMath.log(keys));
        long capacity = Math.round(keys * factor);
        long segments = (capacity + segmentLength - 1) / segmentLength;
        return new FuseShape(segmentLength, (int) Math.max(1, segments - (ARITY - 1)));
    }

    /** StrictMath, since the same keys must give the same bytes on every machine. */
    private static int segmentLength(int keys) {
        if (keys == 0) {
            return 4;
        }
        int log2 = (int) Math.floor(StrictMath.log(keys) / StrictMath.log(3.33) + 2.25);
        return Math.min(LONGEST_SEGMENT, 1 << log2);
    }

    /** The number of cells in all. */
    int cells() {
        return (segmentCount + ARITY - 1) * segmentLength;
    }

    /** Mixes a hash with the seed: the finalizer of MurmurHash3, a bijection. */
    static long mix(long hash, long seed) {
        long bits = hash + seed;
        bits = (bits ^ (bits >>> 33)) * 0xFF51AFD7ED558CCDL;
        bits = (bits ^ (bits >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return bits ^ (bits >>> 33);
    }

    static byte fingerprint(long mixed) {
        return (byte) (mixed ^ (mixed >>> 32));
    }

    /** The leading bits choose the segment and the cell in it, by multiplication instead of a remainder. */
    int firstCell(long mixed) {
        return (int) Math.unsignedMultiplyHigh(mixed, (long) segmentCount * segmentLength);
    }

    int secondCell(int first, long mixed) {
        return (first + segmentLength) ^ ((int) (mixed >>> 18) & (segmentLength - 1));
    }

    int thirdCell(int first, long mixed) {
        return (first + 2 * segmentLength) ^ ((int) mixed & (segmentLength - 1));
    }
}
