package dev.espalier.trie.codec;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.hash.Keccak256;
import java.util.Arrays;

/**
 * Computes the refs of nodes: encodes a leaf, an extension or a branch (Yellow Paper, appendix D) into a buffer of its
 * own and hashes it where it has 32 bytes or more. Confined to one thread.
 */
public final class NodeHasher {
    /** The root of a trie without leaves: the hash of the empty string's RLP. */
    public static final Hash32 EMPTY_ROOT =
            Hash32.fromHex("56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421");

    private static final int LONGEST_HEADER = 9;
    private static final byte EMPTY_ITEM = (byte) 0x80;
    private static final byte HASH_ITEM = (byte) 0xA0;
    private static final int LONGEST_PATH = 33;

    private final byte[] path = new byte[LONGEST_PATH];
    private final byte[] compared = new byte[Hash32.BYTES];
    private byte[] node = new byte[1024];
    private long hashes;

    /** Creates a hasher with a buffer of its own. */
    public NodeHasher() {}

    /** Returns how many nodes were hashed; embedded ones do not count. */
    public long hashes() {
        return hashes;
    }

    /** Returns the ref of the branch node that a row describes. */
    public NodeRef branch(RowReader row) {
        return finish(encodeBranch(row));
    }

    /** Tells whether a ref is that of the branch node that a row describes. Allocates nothing. */
    public boolean isBranch(RowReader row, NodeRef ref) {
        int end = encodeBranch(row);
        int start = putHeader(end);
        int length = end - start;
        if (length < Hash32.BYTES) {
            return ref.equalsBytes(node, start, length);
        }
        hashes++;
        Keccak256.hash(node, start, length, compared, 0);
        return ref.equalsBytes(compared, 0, Hash32.BYTES);
    }

    /** Returns where the payload ends. */
    private int encodeBranch(RowReader row) {
        byte[] bytes = row.bytes();
        int present = row.present();
        int embedded = row.embedded();
        int from = RowLayout.HEADER_BYTES;
        int at = LONGEST_HEADER;
        for (int child = 0; child < RowLayout.CHILDREN; child++) {
            if (!RowReader.bit(present, child)) {
                node[at++] = EMPTY_ITEM;
                continue;
            }
            int length = RowLayout.REF_BYTES;
            if (RowReader.bit(embedded, child)) {
                length = NodeRef.embeddedLength(bytes[from]);
            } else {
                node[at++] = HASH_ITEM;
            }
            System.arraycopy(bytes, from, node, at, length);
            at += length;
            from += RowLayout.REF_BYTES;
        }
        node[at++] = EMPTY_ITEM;
        return at;
    }

    /**
     * Returns the ref of a leaf node.
     *
     * @param key the leaf's full key
     * @param from the leaf's depth: the first nibble that its node holds, 0 to 64
     * @param stored the leaf's stored bytes
     */
    public NodeRef leaf(Hash32 key, int from, LeafValue kind, byte[] stored) {
        byte[] value = kind.encode(stored);
        int pathLength = HexPrefix.encode(key, from, Hash32.NIBBLES, true, path, 0);
        require(2 * LONGEST_HEADER + LONGEST_PATH + value.length);
        int at = Rlp.encodeString(path, 0, pathLength, node, LONGEST_HEADER);
        at = Rlp.encodeString(value, 0, value.length, node, at);
        return finish(at);
    }

    /**
     * Returns the ref of an extension node.
     *
     * @param below the path of the branch that the extension leads to
     * @param from the extension's depth: the first nibble that its node holds, less than {@code below}'s depth
     */
    public NodeRef extension(BranchPath below, int from, NodeRef refBelow) {
        int pathLength = HexPrefix.encode(below.paddedKey(), from, below.depth(), false, path, 0);
        int at = Rlp.encodeString(path, 0, pathLength, node, LONGEST_HEADER);
        if (!refBelow.isEmbedded()) {
            node[at++] = HASH_ITEM;
        }
        return finish(refBelow.copyTo(node, at));
    }

    /** Returns the ref of what leads to a branch from a depth: an extension node, or the branch itself just there. */
    public NodeRef towards(BranchPath below, int from, NodeRef refBelow) {
        return below.depth() == from ? refBelow : extension(below, from, refBelow);
    }

    /** Returns the root hash of a trie whose root node has this ref: a root is always hashed. */
    public Hash32 root(NodeRef ref) {
        if (!ref.isEmbedded()) {
            return ref.hash();
        }
        hashes++;
        return Keccak256.hash32(ref.toBytes());
    }

    /** Puts the list header in front of the payload and refers to the whole. */
    private NodeRef finish(int end) {
        int start = putHeader(end);
        int length = end - start;
        if (length < Hash32.BYTES) {
            return new NodeRef(Arrays.copyOfRange(node, start, end));
        }
        hashes++;
        byte[] hash = new byte[Hash32.BYTES];
        Keccak256.hash(node, start, length, hash, 0);
        return new NodeRef(hash);
    }

    /** Puts the list header in front of the payload, and returns where it begins. */
    private int putHeader(int end) {
        int payload = end - LONGEST_HEADER;
        int start = LONGEST_HEADER - Rlp.listHeaderLength(payload);
        Rlp.writeListHeader(payload, node, start);
        return start;
    }

    private void require(int bytes) {
        if (node.length < bytes) {
            node = new byte[Math.max(bytes, 2 * node.length)];
        }
    }
}
