package dev.espalier.trie.oracle;

/**
 * What a sequence of blocks may have reached; {@link ShapeCensus} counts them from the blocks and the states
 * themselves.
 */
public enum Shape {
    /** A block without operations. */
    EMPTY_BLOCK,
    /** A block of 300 operations or more. */
    LARGE_BLOCK,
    /** An account with 250 slots or more was written to. */
    DENSE_ACCOUNT,
    /** An account was left without storage. */
    ACCOUNT_WITHOUT_STORAGE,
    /** An account was left empty in the sense of EIP-161, and without storage. */
    EMPTY_ACCOUNT,
    /** An account was left empty in the sense of EIP-161, with storage. */
    EMPTY_ACCOUNT_WITH_STORAGE,

    /** A slot was set to the value that it had. */
    SAME_VALUE_REWRITTEN,
    /** An account was put with the fields that it had. */
    SAME_ACCOUNT_REWRITTEN,
    /** A slot that was absent was cleared. */
    ABSENT_SLOT_CLEARED,
    /** A slot of an account that was absent was cleared. */
    SLOT_OF_ABSENT_ACCOUNT_CLEARED,
    /** An account that was absent was deleted. */
    ABSENT_ACCOUNT_DELETED,
    /** A slot that was absent before the block was set, then cleared. */
    SLOT_SET_THEN_CLEARED,
    /** A slot was cleared, then set to the value it had before the block. */
    SLOT_CLEARED_THEN_RESTORED,
    /** A slot was set before its account, which the same block created. */
    SLOT_SET_BEFORE_ITS_ACCOUNT,

    /** An account with storage was deleted and created anew in the same block. */
    RECREATED_IN_BLOCK,
    /**
     * An account that had had storage was created anew, without storage, in a later block than the one that deleted it.
     */
    RECREATED_LATER_WITHOUT_STORAGE,
    /** The same, with storage. */
    RECREATED_LATER_WITH_STORAGE,
    /** An account's slots were all cleared; a later block deleted it and created it anew. */
    EMPTIED_THEN_WIPED_AND_RECREATED_IN_BLOCK,
    /** An account's slots were all cleared; a later block deleted it, and one after that created it anew. */
    EMPTIED_THEN_WIPED_THEN_RECREATED,

    /** A branch node appeared in a storage trie that had keys. */
    STORAGE_SPLIT,
    /** A storage trie's branch node was replaced by the one leaf left below it. */
    STORAGE_COLLAPSED_TO_LEAF,
    /** A storage trie's branch node was replaced by a branch node below it, with a longer extension. */
    STORAGE_COLLAPSED_TO_BRANCH,
    /** A storage trie's branch node went with all its leaves, while others stayed. */
    STORAGE_SUBTREE_GONE,
    /** A branch node appeared in the account trie, which had keys. */
    ACCOUNT_SPLIT,
    /** The account trie's branch node was replaced by the one leaf left below it. */
    ACCOUNT_COLLAPSED_TO_LEAF,
    /** The account trie's branch node was replaced by a branch node below it, with a longer extension. */
    ACCOUNT_COLLAPSED_TO_BRANCH,
    /** The account trie's branch node went with all its leaves, while others stayed. */
    ACCOUNT_SUBTREE_GONE,

    /** A leaf node shorter than 32 bytes in a branch node. */
    EMBEDDED_LEAF,
    /** A branch node shorter than 32 bytes in a branch node. */
    EMBEDDED_BRANCH,
    /** An extension node shorter than 32 bytes in a branch node. */
    EMBEDDED_EXTENSION,
    /** A branch node shorter than 32 bytes in an extension node that is not. */
    EMBEDDED_BRANCH_IN_HASHED_EXTENSION,
    /** A leaf or branch node stayed where it was and was no longer embedded. */
    EMBEDDED_BECAME_HASHED,
    /** A leaf or branch node stayed where it was and was now embedded. */
    HASHED_BECAME_EMBEDDED
}
