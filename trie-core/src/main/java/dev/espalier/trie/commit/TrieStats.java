package dev.espalier.trie.commit;

/**
 * What a trie did since it was opened.
 *
 * @param work the sums over blocks whose handle was closed, unwinds and views of ancestors
 * @param commits blocks committed
 * @param unwinds unwinds
 * @param divergences roots that came out differently when they were recomputed past the cache
 * @param sealedBlocks sealed blocks now
 * @param sealedBytes about how many bytes of heap they hold
 * @param openViews views and blocks not closed yet, each of which keeps a version of the state
 */
public record TrieStats(
        BlockStats work,
        long commits,
        long unwinds,
        long divergences,
        int sealedBlocks,
        long sealedBytes,
        long openViews) {}
