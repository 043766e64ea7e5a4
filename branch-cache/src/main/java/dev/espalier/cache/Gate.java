package dev.espalier.cache;

/**
 * Says of which generation fills are kept, and which entries are out of date. One thread at a time changes it; any number
 * ask.
 */
class Gate {
    /** The generation of nobody: no fill is kept, nothing is found. */
    static final long NONE = -1;

    private volatile long open;
    private volatile long generation;
    private volatile long floor;
    private volatile long newest;

    /** Returns the generation of the present content; {@link #NONE} from a failure until the cache is empty. */
    long generation() {
        return generation;
    }

    /** Returns how many generations were begun. */
    long begun() {
        return newest + 1;
    }

    /** Tells whether a fill of a reader's generation may be kept. */
    boolean admits(long reader) {
        return reader >= 0 && open == reader;
    }

    /** Tells whether no generation later than a reader's has begun, so that no entry can be too new for it. */
    boolean isNewest(long reader) {
        return reader == newest;
    }

    /** Tells whether an entry is right for a reader. */
    boolean isValid(long stamp, long reader) {
        return stamp <= reader && stamp >= floor;
    }

    /** Tells whether an entry is out of date for every reader. */
    boolean isDead(long stamp) {
        return stamp < floor;
    }

    /** Keeps no fill from here on, and returns the next generation, which no other attempt gets. */
    long close() {
        open = NONE;
        return begin();
    }

    /** Keeps fills of the generation that {@link #close} gave: its files are visible. */
    void open() {
        generation = newest;
        open = newest;
    }

    /**
     * Ends every generation so far: no entry that is there, or that a fill in flight will put there, is valid for a
     * reader of a later one.
     */
    void condemn() {
        open = NONE;
        generation = NONE;
        floor = begin();
    }

    private long begin() {
        long next = newest + 1;
        newest = next;
        return next;
    }
}
