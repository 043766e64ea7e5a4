package dev.espalier.trie.codec;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;

/**
 * Reads the fields of one branch row: a branch node with the refs of all its children.
 *
 * <p>The encoded form is the decoded form: every method looks into the validated bytes. Child numbers are 0 to 15;
 * asking for a part that a child does not have gives another child's bytes or an index error, so ask the masks first.
 */
public abstract sealed class RowReader permits BranchRow, RowView {
    RowReader() {}

    /** The validated bytes. */
    abstract byte[] bytes();

    /** Returns the branch's depth: the number of nibbles of its path, 0 to 63. */
    public final int depth() {
        return bytes()[RowLayout.DEPTH_AT];
    }

    /** Returns the mask of the children that exist: bit n is child n; at least two bits are set. */
    public final int present() {
        return RowLayout.mask(bytes(), RowLayout.PRESENT_AT);
    }

    /** Returns the mask of the children that lead to another branch; the others are leaves. */
    public final int branches() {
        return RowLayout.mask(bytes(), RowLayout.BRANCH_AT);
    }

    /** Returns the mask of the branch children with an extension between. */
    public final int extensions() {
        return RowLayout.mask(bytes(), RowLayout.EXT_AT);
    }

    /** Returns the mask of the children whose ref is RLP rather than a hash. */
    public final int embedded() {
        return RowLayout.mask(bytes(), RowLayout.EMBEDDED_AT);
    }

    /** Returns the mask of the leaf children whose key rest is stored. */
    public final int rests() {
        return RowLayout.mask(bytes(), RowLayout.REST_AT);
    }

    /** Returns how many bytes the encoded row has: 80 to 1,552. */
    public final int encodedLength() {
        return bytes().length;
    }

    /** Returns a new array with the encoded row. */
    public final byte[] toBytes() {
        return bytes().clone();
    }

    /** Returns what the branch's RLP holds for a child. */
    public final NodeRef ref(int child) {
        return NodeRef.read(bytes(), RowLayout.refAt(bytes(), child), bit(embedded(), child));
    }

    /**
     * Returns the key of a leaf child whose rest is stored.
     *
     * @param path this row's path
     */
    public final Hash32 leafKey(BranchPath path, int child) {
        byte[] key = childPrefix(path, child).toBytes();
        int depth = depth();
        int at = RowLayout.restAt(bytes(), child);
        Nibbles.copy(bytes(), at, key, depth + 1, Hash32.NIBBLES - depth - 1);
        return Hash32.of(key, 0);
    }

    /** Returns the nibbles of a row's path and of one child, padded with zeros. */
    public static Hash32 childPrefix(BranchPath path, int child) {
        return Nibbles.with(path.paddedKey(), path.depth(), child);
    }

    /**
     * Returns the path of the branch that a branch child leads to, below its extension if it has one.
     *
     * @param path this row's path
     */
    public final BranchPath branchBelow(BranchPath path, int child) {
        Hash32 prefix = childPrefix(path, child);
        int from = depth() + 1;
        if (!bit(extensions(), child)) {
            return BranchPath.of(path.trieId(), prefix, from);
        }
        int at = RowLayout.extAt(bytes(), child);
        int count = bytes()[at] & RowLayout.EXT_COUNT;
        byte[] key = prefix.toBytes();
        Nibbles.copy(bytes(), at + 1, key, from, count);
        return BranchPath.of(path.trieId(), Hash32.of(key, 0), from + count);
    }

    /** Returns the ref of the branch that a branch child leads to, below its extension if it has one. */
    public final NodeRef refBelow(int child) {
        if (!bit(extensions(), child)) {
            return ref(child);
        }
        int at = RowLayout.extAt(bytes(), child);
        boolean embedded = (bytes()[at] & RowLayout.EXT_EMBEDDED) != 0;
        return NodeRef.read(bytes(), at + 1 + bytes()[RowLayout.EXT_BYTES_AT], embedded);
    }

    /** Tells whether a mask has a child's bit. */
    public static boolean bit(int mask, int child) {
        return ((mask >>> child) & 1) != 0;
    }
}
