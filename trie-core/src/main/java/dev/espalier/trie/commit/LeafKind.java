package dev.espalier.trie.commit;

/** What the leaves of the account trie are. */
public enum LeafKind {
    /** Accounts, each with a storage trie: Ethereum's state. */
    STATE,
    /** Bytes that a caller gives as they stand in the leaf node; there are no accounts and no storage. */
    RAW
}
