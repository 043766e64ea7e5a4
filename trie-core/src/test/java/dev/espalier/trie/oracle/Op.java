package dev.espalier.trie.oracle;

import java.math.BigInteger;

/**
 * One operation of a block, on hashed keys. Operations of a block apply in order; see {@link OracleState} for what they
 * mean.
 */
public sealed interface Op {
    /** The Keccak-256 hash of the account's address, or a key chosen for its prefix. */
    Bytes32 accountKey();

    /**
     * Sets an account's fields and creates the account if it is absent. Its storage stays.
     *
     * @param nonce unsigned
     * @param balance in wei, 0 to 2^256-1
     */
    record PutAccount(Bytes32 accountKey, long nonce, BigInteger balance, Bytes32 codeHash) implements Op {}

    /** Deletes an account with its storage and with what earlier operations of the block did to it. */
    record DeleteAccount(Bytes32 accountKey) implements Op {}

    /**
     * Sets a storage slot.
     *
     * @param slotKey the Keccak-256 hash of the slot, or a key chosen for its prefix
     * @param value 0 to 2^256-1; zero deletes the slot
     */
    record PutSlot(Bytes32 accountKey, Bytes32 slotKey, BigInteger value) implements Op {}
}
