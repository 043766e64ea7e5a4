package dev.espalier.trie.commit;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.NodeRef;
import org.jspecify.annotations.Nullable;

/** What stands where a group of operations arrives, before they are applied; where nothing stands it is null. */
sealed interface Standing permits BranchCell, Standing.Leaf {
    /**
     * A leaf that its parent names.
     *
     * @param key its key; null if the parent row omits it
     * @param ref what the parent row holds of it; null where there is no such row
     */
    record Leaf(@Nullable Hash32 key, @Nullable NodeRef ref) implements Standing {}
}
