package dev.espalier.trie.spi;

/**
 * Keeps a committed state: its rows, leaves and log.
 *
 * <p>Any number of threads may open views. {@link #apply} and {@link #prune} come from one thread at a time.
 */
public interface TrieStore extends AutoCloseable {
    /**
     * How a view reads.
     */
    enum ReadMode {
        /** By the shortest way. */
        NORMAL,
        /** Past every cache, from what is stored: to find out whether a cache is wrong. */
        BYPASS_CACHE
    }

    /** Opens a view on the newest state. */
    StoreView openView(ReadMode mode);

    /** Returns a seq for the next record, which no other attempt gets. */
    long reserveSeq();

    /** Returns an id for a new storage trie, which no other trie ever gets. */
    long reserveStorageId();

    /** Returns a number greater than every storage id reserved so far. */
    long nextStorageId();

    /**
     * Makes a change: the record is durable first, then its rows and leaves are visible in new views.
     *
     * <p>If the record cannot be appended, nothing has changed and the exception says why.
     */
    void apply(LogRecord record, RowChanges rows);

    /** Returns the log, for reading. */
    ChangeLog log();

    /** Returns how many committed blocks can be unwound, at most. */
    int window();

    /** Forgets what only records with a seq below {@code seq} are needed for. */
    void prune(long seq);

    @Override
    void close();
}
