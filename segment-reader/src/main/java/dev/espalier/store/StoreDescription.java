package dev.espalier.store;

import dev.espalier.store.lmdb.LmdbLog;
import dev.espalier.store.lmdb.LmdbOptions;
import dev.espalier.store.lmdb.StoreLock;
import dev.espalier.store.log.StoreIdentity;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.commit.LeafKind;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a store on disk is, as it says itself: what {@link StoreOptions} must say to open it. Immutable.
 *
 * @param chainId the chain's id
 * @param leaves what the leaves are
 * @param genesis the chain's first block; {@link BlockId#NONE} where nobody said which
 */
public record StoreDescription(long chainId, LeafKind leaves, BlockId genesis) {
    /** Returns options that open the store, to which others may be added. */
    public StoreOptions.Builder options() {
        return StoreOptions.builder().chainId(chainId).leaves(leaves).genesis(genesis);
    }

    /**
     * Reads a store's description. It takes the store's lock meanwhile.
     *
     * @param directory the store's directory
     * @throws IllegalStateException if there is no store in it
     * @throws dev.espalier.store.lmdb.StoreLockedException if another holds it, whom the message names
     * @throws dev.espalier.trie.CorruptStoreException if the log is damaged
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public static StoreDescription read(Path directory) {
        if (!Files.exists(directory.resolve(LmdbLog.FILE_NAME))) {
            throw new IllegalStateException("store " + directory + ": no " + LmdbLog.FILE_NAME + ", expected a store");
        }
        try (StoreLock lock = StoreLock.acquire(directory);
                LmdbLog log = LmdbLog.openExisting(lock, LmdbOptions.defaults())) {
            StoreIdentity identity = log.identity();
            return new StoreDescription(identity.chainId(), identity.leaves(), identity.genesis());
        }
    }
}
