package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowRequests;

/**
 * Reads rows of one version through a cache: what the cache does not have comes from a source, and is offered to it.
 *
 * <p>Any number of threads may use it at once, as far as the source allows it.
 */
public final class CachedBranchSource implements BranchSource {
    private final BranchSource source;
    private final RowCache cache;
    private final long generation;

    /**
     * Reads one version.
     *
     * @param source the rows of that version; each is what its parent names, as {@link BranchSource} demands
     * @param generation the cache's generation of that version
     */
    public CachedBranchSource(BranchSource source, RowCache cache, long generation) {
        this.source = source;
        this.cache = cache;
        this.generation = generation;
    }

    @Override
    public void loadRows(RowRequests requests) {
        RowRequests missing = new RowRequests();
        int[] places = new int[requests.size()];
        for (int i = 0; i < requests.size(); i++) {
            BranchPath path = requests.path(i);
            BranchRow row = cache.get(path, requests.ref(i), generation);
            if (row != null) {
                requests.answer(i, row);
            } else {
                places[missing.size()] = i;
                missing.add(path, requests.ref(i));
            }
        }
        if (missing.size() == 0) {
            return;
        }
        source.loadRows(missing);
        for (int i = 0; i < missing.size(); i++) {
            BranchRow row = missing.row(i);
            if (row != null) {
                requests.answer(places[i], row);
                cache.fill(missing.path(i), row, generation);
            }
        }
    }
}
