package dev.espalier.bench.engine;

import dev.espalier.cache.BranchCache;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.cache.CacheOptions;

/**
 * How rows are cached.
 *
 * @param lifetime for a block, or across blocks
 * @param budgetBytes bytes of heap for each state's cache
 * @param shadow whether every row that is found is compared with its parent, not only a sample
 */
public record CacheSettings(CacheLifetime lifetime, long budgetBytes, boolean shadow) {
    /**
     * @throws IllegalArgumentException if {@code budgetBytes} is below 1
     */
    public CacheSettings {
        if (budgetBytes < 1) {
            throw new IllegalArgumentException("budgetBytes=" + budgetBytes + ", expected at least 1");
        }
    }

    /** Returns an empty cache. */
    BranchCache create() {
        CacheOptions.Builder options = CacheOptions.builder().lifetime(lifetime).budgetBytes(budgetBytes);
        return BranchCache.create((shadow ? options.shadowOneIn(1) : options).build());
    }
}
