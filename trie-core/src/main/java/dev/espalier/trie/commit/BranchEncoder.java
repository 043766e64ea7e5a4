package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;

/**
 * Writes branch rows, and nothing else does: takes a row in work whose children are known, makes the refs of those that
 * the batch touched, and freezes and hashes the row. The rows it wrote reach a {@link dev.espalier.trie.spi.RowHook}
 * when their block is committed. Confined to one thread.
 */
final class BranchEncoder {
    private final RowBuilder builder = new RowBuilder();
    private final NodeHasher hasher = new NodeHasher();
    private long taken;

    /** Writes a row with at least two children and returns the cell that stands for it. */
    BranchCell encode(WorkRow row) {
        int depth = row.path().depth();
        builder.start(depth, row.before());
        for (int left = row.touched(); left != 0; left &= left - 1) {
            int child = Integer.numberOfTrailingZeros(left);
            switch (row.cell(child)) {
                case null -> builder.clear(child);
                case LeafOp leaf -> setLeaf(row, child, depth + 1, leaf);
                case BranchCell branch -> setBranch(child, depth + 1, branch);
            }
        }
        BranchRow frozen = builder.freeze();
        row.freeze(frozen);
        return new BranchCell(row.path(), hasher.branch(frozen));
    }

    private void setLeaf(WorkRow row, int child, int depth, LeafOp leaf) {
        NodeRef ref = hasher.leaf(leaf.key(), depth, row.trie().kind(), leaf.stored());
        builder.setLeaf(child, ref, leaf.key());
    }

    private void setBranch(int child, int depth, BranchCell branch) {
        BranchPath below = branch.path();
        if (below.depth() == depth) {
            builder.setBranch(child, branch.ref());
        } else {
            builder.setExtension(child, hasher.extension(below, depth, branch.ref()), below, branch.ref());
        }
    }

    /** Returns how many nodes were hashed since the last call. */
    long takeHashes() {
        long since = hasher.hashes() - taken;
        taken = hasher.hashes();
        return since;
    }
}
