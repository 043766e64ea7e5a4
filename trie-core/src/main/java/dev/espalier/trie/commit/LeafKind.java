package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.LeafValue;

/** What the leaves of the account trie are. */
public enum LeafKind {
    /** Accounts, each with a storage trie: Ethereum's state. */
    STATE,
    /** Bytes that a caller gives as they stand in the leaf node; there are no accounts and no storage. */
    RAW;

    /** Returns how stored leaves of a trie become values. */
    public LeafValue valueIn(long trieId) {
        if (this == RAW) {
            return LeafValue.RAW;
        }
        return trieId == BranchPath.ACCOUNT_TRIE ? LeafValue.ACCOUNT : LeafValue.SLOT;
    }
}
