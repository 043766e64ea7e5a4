package dev.espalier.store.log;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.commit.LeafKind;

/**
 * Whose state a store holds. It is written once, when the store is made. Immutable.
 *
 * @param chainId the chain's id
 * @param leaves what the leaves are
 * @param genesis the chain's first block; {@link BlockId#NONE} where nobody says which
 */
public record StoreIdentity(long chainId, LeafKind leaves, BlockId genesis) {
    private static final int VERSION = 1;
    private static final int BYTES = 64;

    /** Tells whether both can be of one chain: where one does not name its genesis, the rest decides. */
    public boolean matches(StoreIdentity other) {
        boolean sameGenesis =
                genesis.equals(BlockId.NONE) || other.genesis.equals(BlockId.NONE) || genesis.equals(other.genesis);
        return chainId == other.chainId && leaves == other.leaves && sameGenesis;
    }

    /** Returns a new array: u8 version = 1, varint chain id, u8 kind of leaves, 32 genesis. */
    public byte[] encode() {
        ByteSink out = new ByteSink(BYTES);
        out.u8(VERSION);
        out.varint(chainId);
        out.u8(kindCode(leaves));
        out.hash(genesis.hash());
        return out.toBytes();
    }

    /**
     * Reads an identity.
     *
     * @throws CorruptStoreException if the bytes are not exactly one identity
     */
    public static StoreIdentity decode(byte[] bytes) {
        ByteSource in = new ByteSource(bytes, "store identity");
        in.version(VERSION);
        long chainId = in.varint("chain id");
        LeafKind leaves = kind(in, in.u8("kind of leaves"));
        BlockId genesis = BlockId.of(in.hash("genesis"));
        in.end();
        return new StoreIdentity(chainId, leaves, genesis);
    }

    private static int kindCode(LeafKind kind) {
        return switch (kind) {
            case STATE -> 0;
            case RAW -> 1;
        };
    }

    private static LeafKind kind(ByteSource in, int code) {
        return switch (code) {
            case 0 -> LeafKind.STATE;
            case 1 -> LeafKind.RAW;
            default -> throw in.corrupt("kind of leaves", code + ", expected 0 or 1");
        };
    }

    @Override
    public String toString() {
        return "chain " + Long.toUnsignedString(chainId) + " leaves=" + leaves + " genesis=" + genesis;
    }
}
