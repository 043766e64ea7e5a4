package dev.espalier.reorg;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One step of a {@link ForkTree}. It stands for itself: what it works on it chooses from what is there, and where there is
 * nothing it does nothing, so that any of a sequence can be left out.
 *
 * @param choice decides what it works on and what it writes
 */
record ForkTreeAction(Kind kind, long choice) {
    /** What is done. */
    enum Kind {
        /** Executes and seals a block on any block that can be reached. */
        SEAL(14),
        /** Seals a block on the head and commits it. */
        EXTEND(30),
        /** Commits a sealed block whose parent is the head. */
        COMMIT(6),
        /** Tries to commit such a block with another root. */
        COMMIT_WRONG_ROOT(1),
        /** Executes a block on any block, and leaves it. */
        ABANDON(2),
        /** Discards a sealed block. */
        DISCARD(1),
        UNWIND(6),
        FLUSH(4),
        /** Flushes, and the cache cannot take the rows. */
        FLUSH_UNPUBLISHED(1),
        FREEZE(1),
        MERGE(1),
        REOPEN(1),
        /** Opens a view of any block, and keeps it. */
        OPEN_VIEW(2),
        /** Checks a kept view, and closes it. */
        CLOSE_VIEW(2),
        /** Begins a block on any block, and keeps it. */
        BEGIN(2),
        /** Executes a kept block, on a state that may be gone, and closes it. */
        EXECUTE(2),
        HOLD_FILLS(2),
        RELEASE_FILLS(2),
        /** Compares the head's accounts, slots and rows with the oracle's. */
        CHECK(2);

        private final int weight;

        Kind(int weight) {
            this.weight = weight;
        }
    }

    private static final List<Kind> WEIGHTED = new ArrayList<>();

    static {
        for (Kind kind : Kind.values()) {
            for (int i = 0; i < kind.weight; i++) {
                WEIGHTED.add(kind);
            }
        }
    }

    /** Returns the sequence of a seed. */
    static List<ForkTreeAction> sequence(long seed, int length) {
        Random random = new Random(seed);
        List<ForkTreeAction> actions = new ArrayList<>(length);
        for (int i = 0; i < length; i++) {
            actions.add(new ForkTreeAction(WEIGHTED.get(random.nextInt(WEIGHTED.size())), random.nextLong()));
        }
        return actions;
    }
}
