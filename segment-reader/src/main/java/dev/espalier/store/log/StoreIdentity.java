package dev.espalier.store.log;

import dev.espalier.segment.format.UnsupportedFormatException;
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
    /**
     * The version of everything that is stored in the log's file. The identity carries it; a change of any of the other
     * values raises it too.
     */
    public static final int FORMAT_VERSION = 1;

    private static final int BYTES = 64;

    /** Tells whether both can be of one chain: where one does not name its genesis, the rest decides. */
    public boolean matches(StoreIdentity other) {
        boolean sameGenesis =
                genesis.equals(BlockId.NONE) || other.genesis.equals(BlockId.NONE) || genesis.equals(other.genesis);
        return chainId == other.chainId && leaves == other.leaves && sameGenesis;
    }

    /** Returns a new array: u8 format version = 1, varint chain id, u8 kind of leaves, 32 genesis. */
    public byte[] encode() {
        ByteSink out = new ByteSink(BYTES);
        out.u8(FORMAT_VERSION);
        out.varint(chainId);
        out.u8(kindCode(leaves));
        out.hash(genesis.hash());
        return out.toBytes();
    }

    /**
     * Reads an identity.
     *
     * @param where names the file
     * @throws UnsupportedFormatException if the store is in a format that this build does not read
     * @throws CorruptStoreException if the bytes are not exactly one identity
     */
    public static StoreIdentity decode(byte[] bytes, String where) {
        ByteSource in = new ByteSource(bytes, "store identity");
        int version = in.u8("format version");
        if (version != FORMAT_VERSION) {
            throw new UnsupportedFormatException(where, version, FORMAT_VERSION, FORMAT_VERSION);
        }
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
