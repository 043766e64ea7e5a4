package dev.espalier.cache;

/** How long rows stay in a cache. */
public enum CacheLifetime {
    /** Until the block is committed: what one block has read is not read twice by it. */
    PER_BLOCK,
    /** Until the budget needs the room: what one block has read is not read again by the next ones. */
    CROSS_BLOCK
}
