package dev.espalier.bench.dataset;

/** What a file of known answers holds. */
public enum FileKind {
    /** Key-value pairs and the root of the trie over the keccak of the keys. */
    HASHED_TRIE_TEST("trie test, hashed keys"),
    /** Key-value pairs and the root of the trie over the keys as they are. */
    RAW_TRIE_TEST("trie test, raw keys"),
    /** Neighbours of keys in order; no roots. */
    KEY_ORDER_TEST("trie test, key order"),
    /** RLP items and their encodings. */
    RLP_TEST("RLP test"),
    /** One whole state and its root. */
    GENESIS("genesis state"),
    /** Batches of updates, each with its root. */
    VECTORS("update vectors"),
    /** A state, the state after, and both roots. */
    TRIPLES("state triples"),
    /** Trees of blocks, each from its own genesis state, one tree a line. */
    CHAINS("block chains"),
    /** A chain from the state that another file ends with, one block a line. */
    CONTINUED_CHAIN("continued chain"),
    /** A start state, then one block a line. */
    BLOCK_WINDOW("block window"),
    /** Account and storage proofs. */
    PROOFS("proofs"),
    /** Partial tries with a block's changes. */
    WITNESSES("witnesses"),
    /** Recorded transactions, touches, write sets or statistics. */
    WORKLOAD("workload");

    private final String label;

    FileKind(String label) {
        this.label = label;
    }

    /** Returns the kind in words. */
    public String label() {
        return label;
    }
}
