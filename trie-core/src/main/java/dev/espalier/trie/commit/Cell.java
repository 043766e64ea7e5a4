package dev.espalier.trie.commit;

import org.jspecify.annotations.Nullable;

/**
 * What a subtree has become: one leaf or one branch; an empty subtree is null. It says nothing of the depth at which it
 * ends up, since its parent makes the ref where it lands, so a cell that moves up or down stays as it is.
 */
sealed interface Cell permits LeafOp, BranchCell {
    /** Where a subtree's cell goes when it is known: to a row, as one of its children, or to a trie's root. */
    interface Owner {
        void put(int child, @Nullable Cell cell);
    }
}
