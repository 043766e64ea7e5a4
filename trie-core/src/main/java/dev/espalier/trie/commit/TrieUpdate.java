package dev.espalier.trie.commit;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.RootCell;
import org.jspecify.annotations.Nullable;

/** One trie's part of a batch: where it starts, the operations on it sorted by key, and what its root becomes. */
final class TrieUpdate implements Cell.Owner {
    private final long trieId;
    private final LeafValue kind;
    private final RootCell startCell;
    private final Hash32 startRoot;
    private final LeafOp[] ops;
    private @Nullable Cell result;

    TrieUpdate(long trieId, LeafValue kind, RootCell startCell, Hash32 startRoot, LeafOp[] ops) {
        this.trieId = trieId;
        this.kind = kind;
        this.startCell = startCell;
        this.startRoot = startRoot;
        this.ops = ops;
    }

    long trieId() {
        return trieId;
    }

    LeafValue kind() {
        return kind;
    }

    LeafOp[] ops() {
        return ops;
    }

    @Nullable
    Standing standing() {
        return switch (startCell) {
            case RootCell.Empty _ -> null;
            case RootCell.Leaf leaf -> new Standing.Leaf(leaf.key(), null);
            case RootCell.Branch branch -> new BranchCell(branch.path(), branch.ref());
        };
    }

    /**
     * Checks that the trie's only leaf, now that its bytes are at hand, has the root that was kept of it.
     *
     * @throws CorruptStoreException if it has another
     */
    void checkOnlyLeaf(Hash32 key, byte[] stored) {
        NodeHasher hasher = new NodeHasher();
        Hash32 root = hasher.root(hasher.leaf(key, 0, kind, stored));
        if (!root.equals(startRoot)) {
            throw new CorruptStoreException("trie " + trieId + ": its only leaf, key=" + key + ", gives root " + root
                    + ", expected " + startRoot);
        }
    }

    @Override
    public void put(int child, @Nullable Cell cell) {
        result = cell;
    }

    /** The root cell once the trie is folded. */
    RootCell resultCell() {
        return switch (result) {
            case null -> RootCell.EMPTY;
            case LeafOp leaf -> new RootCell.Leaf(leaf.key());
            case BranchCell branch -> new RootCell.Branch(branch.path(), branch.ref());
        };
    }

    /** The root hash once the trie is folded. */
    Hash32 resultRoot(NodeHasher hasher) {
        return switch (result) {
            case null -> NodeHasher.EMPTY_ROOT;
            case LeafOp leaf -> hasher.root(hasher.leaf(leaf.key(), 0, kind, leaf.stored()));
            case BranchCell branch -> hasher.root(hasher.towards(branch.path(), 0, branch.ref()));
        };
    }
}
