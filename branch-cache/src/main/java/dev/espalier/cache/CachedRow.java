package dev.espalier.cache;

import dev.espalier.trie.codec.BranchRow;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A row in the cache, in one object with the generation since which it is what files say, and whether it was ever found. Row and stamp
 * never change. Any number of threads may use it at once.
 */
final class CachedRow extends BranchRow {
    private static final VarHandle TAG;

    static {
        try {
            TAG = MethodHandles.lookup().findVarHandle(CachedRow.class, "tag", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The stamp, and below it one bit that says whether the row was found: so an entry fits into 24 bytes. */
    private long tag;

    CachedRow(BranchRow row, long stamp) {
        super(row);
        tag = stamp << 1;
    }

    /** Returns the generation since which files say so. */
    long stamp() {
        return (long) TAG.getOpaque(this) >>> 1;
    }

    /** Remembers that the row was found. Threads that race write the same. */
    void markHit() {
        long seen = (long) TAG.getOpaque(this);
        if ((seen & 1) == 0) {
            TAG.setOpaque(this, seen | 1);
        }
    }

    boolean wasHit() {
        return ((long) TAG.getOpaque(this) & 1) != 0;
    }
}
