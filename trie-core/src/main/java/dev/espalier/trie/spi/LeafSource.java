package dev.espalier.trie.spi;

import dev.espalier.trie.Hash32;
import org.jspecify.annotations.Nullable;

/** Gives stored leaves of one unchanging version of the state. Any number of threads may call it at once. */
public interface LeafSource {
    /**
     * Answers every request: sets the stored bytes, or leaves them absent, which says that there is no such leaf.
     *
     * <p>Requests arrive sorted by trie id and key, without repeats.
     *
     * @throws dev.espalier.trie.CorruptStoreException if stored bytes are damaged
     */
    void loadLeaves(LeafRequests requests);

    /**
     * Returns the key of the only leaf below a prefix: how a row's leaf child whose rest is omitted finds its key.
     *
     * @param prefix the prefix, padded with zeros
     * @param nibbles the prefix's length, 1 to 64
     * @throws dev.espalier.trie.CorruptStoreException if there is not exactly one such leaf
     */
    Hash32 onlyKeyBelow(long trieId, Hash32 prefix, int nibbles);

    /**
     * Returns one leaf's stored bytes.
     *
     * @return the bytes, owned by the source and not to be changed; null if there is no such leaf
     */
    default byte @Nullable [] leaf(long trieId, Hash32 key) {
        LeafRequests one = new LeafRequests();
        one.add(trieId, key);
        loadLeaves(one);
        return one.stored(0);
    }
}
