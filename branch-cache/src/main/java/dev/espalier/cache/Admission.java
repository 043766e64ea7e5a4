package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Decides whether a fill of the evicting tier is worth trying. A tier that has lost as many rows as it holds, and has
 * found hardly any of them before, costs more than it gives: from then on only one path in 64 is tried, until rows
 * are found again. Any number of threads may use it at once.
 */
final class Admission {
    /** While fills are held back, one path of so many is tried: a power of 2. */
    static final int TRIED_ONE_IN = 64;

    /** A verdict is asked for once in so many fills. */
    static final int JUDGED_EVERY = 256;

    /** A tier that has lost fewer rows is not judged. */
    static final int LEAST_LOST = 1024;

    /** A hit saves about 64 times what a fill costs: a tier with fewer hits for what it loses does not pay. */
    private static final int FILLS_WORTH_A_HIT = 64;

    /** So many hits within one period show that rows are used again. */
    private static final int HITS_OF_RETURN = 2;

    private final EvictingTier tier;
    private final AtomicLong offered = new AtomicLong();
    private final LongAdder dropped = new LongAdder();
    private volatile boolean heldBack;
    private long hitsBefore;
    private long lostBefore;

    Admission(EvictingTier tier) {
        this.tier = tier;
    }

    /**
     * Tells whether to try one more fill. While fills are held back the path decides: one that comes again is tried again,
     * and so gets in among rows that came once.
     */
    boolean tries(BranchPath path) {
        if (offered.incrementAndGet() % JUDGED_EVERY == 0) {
            judge();
        }
        return !heldBack || ((path.hashCode() >>> 16) & (TRIED_ONE_IN - 1)) == 0;
    }

    /** Counts the rows that the tier holds as lost: a block has ended, and they are dropped. */
    void blockEnds() {
        dropped.add(tier.entries());
    }

    /** Tries every fill again, whatever was found before. */
    synchronized void restart() {
        heldBack = false;
        hitsBefore = tier.hits();
        lostBefore = lost();
    }

    private long lost() {
        return tier.evictions() + dropped.sum();
    }

    /** Tells whether fills are held back at present. */
    boolean isHeldBack() {
        return heldBack;
    }

    private synchronized void judge() {
        long hits = tier.hits() - hitsBefore;
        long lost = lost() - lostBefore;
        if (heldBack) {
            heldBack = hits < HITS_OF_RETURN;
        } else if (lost < Math.max(LEAST_LOST, tier.entries())) {
            return;
        } else {
            heldBack = hits * FILLS_WORTH_A_HIT < lost;
        }
        hitsBefore += hits;
        lostBefore += lost;
    }
}
