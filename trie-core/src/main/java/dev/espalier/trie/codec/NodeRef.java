package dev.espalier.trie.codec;

import dev.espalier.trie.Hash32;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * How a node stands in its parent: its RLP if that is shorter than 32 bytes, else the RLP's Keccak-256 (Yellow Paper,
 * appendix D), for leaf, extension and branch alike. Immutable.
 */
public final class NodeRef {
    private static final int MIN_LIST = 0xC0;

    private final byte[] bytes;

    /** Takes ownership of the array: 32 bytes are a hash, fewer are RLP. */
    NodeRef(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Returns the ref of a node whose RLP has this hash. */
    public static NodeRef ofHash(Hash32 hash) {
        return new NodeRef(hash.toBytes());
    }

    /** Reads the ref from a 32-byte field, where RLP is left-aligned and gives its own length. */
    static NodeRef read(byte[] source, int at, boolean embedded) {
        int length = embedded ? embeddedLength(source[at]) : RowLayout.REF_BYTES;
        return new NodeRef(Arrays.copyOfRange(source, at, at + length));
    }

    /** Returns how many bytes an embedded node has whose RLP begins with {@code first}; over 31 if it is no node. */
    static int embeddedLength(byte first) {
        int header = first & 0xFF;
        return header < MIN_LIST ? Integer.MAX_VALUE : 1 + header - MIN_LIST;
    }

    /** Tells whether the node's RLP itself stands here, rather than its hash. */
    public boolean isEmbedded() {
        return bytes.length < RowLayout.REF_BYTES;
    }

    /** Returns the length in bytes: 32 for a hash, fewer for RLP. */
    public int length() {
        return bytes.length;
    }

    /** Returns a new array with the hash or the RLP. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /**
     * Returns the hash.
     *
     * @throws IllegalStateException if the node is embedded
     */
    public Hash32 hash() {
        if (isEmbedded()) {
            throw new IllegalStateException("ref is embedded RLP, expected a hash: " + this);
        }
        return Hash32.of(bytes, 0);
    }

    /** Writes the bytes to {@code target} and returns the offset behind them. */
    int copyTo(byte[] target, int at) {
        System.arraycopy(bytes, 0, target, at, bytes.length);
        return at + bytes.length;
    }

    /** Tells whether the hash or the RLP is this part of an array. */
    boolean equalsBytes(byte[] other, int from, int length) {
        return Arrays.equals(bytes, 0, bytes.length, other, from, from + length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NodeRef ref && Arrays.equals(bytes, ref.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return (isEmbedded() ? "rlp:" : "0x") + HexFormat.of().formatHex(bytes);
    }
}
