package dev.espalier.trie.spi;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeRef;
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
     * Returns the key of a leaf whose rest its row omits: of the only leaf below the row's path and the child's nibble.
     *
     * <p>A row may have come to this version from another one, so a source that does not look at every leaf of its own
     * version must find that the leaf hashes to the ref.
     *
     * @param row the row's path
     * @param child the leaf's place in the row, 0 to 15
     * @param leaf what the row holds of the leaf
     * @throws dev.espalier.trie.CorruptStoreException if there is not exactly one such leaf
     */
    Hash32 keyOfLeaf(BranchPath row, int child, NodeRef leaf);

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
