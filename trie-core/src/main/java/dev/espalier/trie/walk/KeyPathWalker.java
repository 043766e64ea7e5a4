package dev.espalier.trie.walk;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.spi.BranchSource;
import dev.espalier.trie.spi.LeafSource;
import dev.espalier.trie.spi.RowRequests;
import org.jspecify.annotations.Nullable;

/**
 * Walks from a trie's root along one key, row by row, to where the key's leaf is or would be. One row read a level; the
 * leaf's bytes are not read. As safe for several threads as the sources.
 */
public final class KeyPathWalker {
    private final BranchSource rows;
    private final LeafSource leaves;

    /** Takes each row on the way. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Takes a row, from the root down.
         *
         * @param child the child that the key leads to, present or not
         */
        void row(BranchPath path, BranchRow row, int child);
    }

    /** Where a walk ends. */
    public enum Ending {
        /** At the key's leaf. */
        LEAF,
        /** At the leaf of another key, where the key's leaf would begin a new branch. */
        OTHER_LEAF,
        /** At an extension that the key leaves. */
        EXTENSION,
        /** At a child that is not there, or in an empty trie. */
        NOTHING
    }

    /**
     * A walk's end.
     *
     * @param depth the nibbles of the key that lead there: 0 at the root, else one more than the last row's depth
     * @param leaf the leaf's key; null unless the walk ends at a leaf
     * @param below the branch below the extension that the key leaves; null unless it ends at one
     */
    public record End(
            Ending ending,
            int depth,
            @Nullable Hash32 leaf,
            @Nullable BranchPath below) {}

    /** Creates a walker over one version of the state. */
    public KeyPathWalker(BranchSource rows, LeafSource leaves) {
        this.rows = rows;
        this.leaves = leaves;
    }

    /**
     * Walks along a key.
     *
     * @param root the trie's root cell
     * @throws CorruptStoreException if a row on the way is missing or damaged
     */
    public End walk(long trieId, RootCell root, Hash32 key, Visitor visitor) {
        return switch (root) {
            case RootCell.Empty _ -> new End(Ending.NOTHING, 0, null, null);
            case RootCell.Leaf leaf -> atLeaf(leaf.key(), key, 0);
            case RootCell.Branch branch -> descend(branch.path(), branch.ref(), key, visitor);
        };
    }

    private static End atLeaf(Hash32 leaf, Hash32 key, int depth) {
        return new End(leaf.equals(key) ? Ending.LEAF : Ending.OTHER_LEAF, depth, leaf, null);
    }

    private End descend(BranchPath from, NodeRef fromRef, Hash32 key, Visitor visitor) {
        BranchPath path = from;
        NodeRef ref = fromRef;
        int depth = 0;
        while (path.isPrefixOf(key)) {
            BranchRow row = load(path, ref);
            int child = key.nibble(path.depth());
            visitor.row(path, row, child);
            depth = path.depth() + 1;
            if (!RowReader.bit(row.present(), child)) {
                return new End(Ending.NOTHING, depth, null, null);
            }
            if (!RowReader.bit(row.branches(), child)) {
                Hash32 leaf = RowReader.bit(row.rests(), child)
                        ? row.leafKey(path, child)
                        : leaves.keyOfLeaf(path, child, row.ref(child));
                return atLeaf(leaf, key, depth);
            }
            ref = row.refBelow(child);
            path = row.branchBelow(path, child);
        }
        return new End(Ending.EXTENSION, depth, null, path);
    }

    private BranchRow load(BranchPath path, NodeRef ref) {
        RowRequests one = new RowRequests();
        one.add(path, ref);
        rows.loadRows(one);
        BranchRow row = one.row(0);
        if (row == null) {
            throw new CorruptStoreException(
                    "row " + path + " is named by its parent as " + ref + ", but no layer has it");
        }
        return row;
    }
}
