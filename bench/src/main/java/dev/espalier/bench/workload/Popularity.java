package dev.espalier.bench.workload;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How often keys come again: a share of the draws goes to few hot keys, of which the one of rank r is drawn in proportion
 * to r to the power of minus {@code exponent} (Zipf); each other draw is a key of its own.
 */
final class Popularity {
    /** What is drawn where the key is none of the hot ones. */
    static final int FRESH = -1;

    private final double hotShare;
    private final double[] cumulative;

    /**
     * @param hotShare of the draws, 0 to 1
     * @param exponent of the hot keys, at least 0
     * @param hotKeys at least 1
     */
    Popularity(double hotShare, double exponent, int hotKeys) {
        this.hotShare = hotShare;
        cumulative = new double[hotKeys];
        double sum = 0;
        for (int rank = 0; rank < hotKeys; rank++) {
            sum += Math.pow(rank + 1, -exponent);
            cumulative[rank] = sum;
        }
    }

    /** Draws the rank of a hot key, from 0, or {@link #FRESH}. */
    int draw(SplittableRandom random) {
        if (random.nextDouble() >= hotShare) {
            return FRESH;
        }
        int found = Arrays.binarySearch(cumulative, random.nextDouble() * cumulative[cumulative.length - 1]);
        return Math.min(found < 0 ? -found - 1 : found + 1, cumulative.length - 1);
    }
}
