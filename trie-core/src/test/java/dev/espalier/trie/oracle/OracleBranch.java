package dev.espalier.trie.oracle;

import java.util.HexFormat;
import java.util.List;

/**
 * One branch node of an {@link OracleTrie}.
 *
 * @param path the node's path in nibbles, lower-case hex; empty for a branch at the root
 * @param children sixteen, by nibble
 */
public record OracleBranch(String path, List<Child> children) {
    /** How many children a branch node has room for. */
    public static final int WIDTH = 16;

    /**
     * Copies the children.
     *
     * @throws IllegalArgumentException if they are not sixteen
     */
    public OracleBranch {
        children = List.copyOf(children);
        if (children.size() != WIDTH) {
            throw new IllegalArgumentException("children.size=" + children.size() + ", expected " + WIDTH);
        }
    }

    /** How many of the sixteen children are there. */
    public int childCount() {
        return (int)
                children.stream().filter(child -> !(child instanceof Absent)).count();
    }

    /** What stands below one nibble of a branch node. */
    public sealed interface Child {}

    /** No key starts with the branch's path and this nibble. */
    public record Absent() implements Child {}

    /**
     * Exactly one key does.
     *
     * @param rest the key's nibbles after the child's nibble; may be empty
     * @param ref the leaf node as it stands in the branch node
     */
    public record Leaf(String rest, Ref ref) implements Child {}

    /**
     * More than one key does.
     *
     * @param extension the nibbles between the child's nibble and the next branch node; empty without extension node
     * @param ref the child as it stands in the branch node: the extension node, or without one the next branch node
     * @param branchRef the next branch node itself, as it stands in its own parent
     */
    public record Branch(String extension, Ref ref, Ref branchRef) implements Child {}

    /**
     * A node as it stands in its parent: the node's RLP if that is shorter than 32 bytes, else the RLP's Keccak-256
     * hash.
     *
     * @param hex the bytes in lower-case hex: 64 digits for a hash, fewer for an embedded node
     */
    public record Ref(String hex) {
        /** A fresh array of the bytes; the hash comes without the RLP string header it has in the parent. */
        public byte[] bytes() {
            return HexFormat.of().parseHex(hex);
        }

        /** Whether the bytes are the node itself. */
        public boolean isEmbedded() {
            return hex.length() < 2 * OracleTrie.HASH_BYTES;
        }
    }
}
