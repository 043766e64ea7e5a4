package dev.espalier.cache;

import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * Compares the hash of rows that are found with what their parents hold: a second opinion that costs no read. Any number
 * of threads may use it at once.
 */
final class ShadowCheck {
    private static final ThreadLocal<NodeHasher> HASHER = ThreadLocal.withInitial(NodeHasher::new);

    private final int oneIn;
    private final LongAdder checks = new LongAdder();
    private final LongAdder divergences = new LongAdder();

    /** @param oneIn checks one row in so many, chosen at random; 1 is every row, 0 none */
    ShadowCheck(int oneIn) {
        this.oneIn = oneIn;
    }

    /** Tells whether the row is the one that its parent holds, or is not looked at this time. */
    boolean passes(BranchRow row, NodeRef ref) {
        if (oneIn == 0 || (oneIn > 1 && ThreadLocalRandom.current().nextInt(oneIn) != 0)) {
            return true;
        }
        checks.increment();
        if (HASHER.get().isBranch(row, ref)) {
            return true;
        }
        divergences.increment();
        return false;
    }

    long checks() {
        return checks.sum();
    }

    long divergences() {
        return divergences.sum();
    }
}
