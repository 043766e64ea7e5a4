package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A snapshot of one account of an {@link OracleState}.
 *
 * @param nonce unsigned
 * @param balance in wei
 * @param storage the non-zero slots by hashed slot key; cannot be changed
 */
public record OracleAccount(long nonce, BigInteger balance, Bytes32 codeHash, SortedMap<Bytes32, BigInteger> storage) {
    /** Copies the map of slots. */
    public OracleAccount {
        storage = Collections.unmodifiableSortedMap(new TreeMap<>(storage));
    }

    /** Whether the account is empty in the sense of EIP-161: nonce 0, balance 0, no code. */
    public boolean isEmpty() {
        return nonce == 0 && balance.signum() == 0 && codeHash.equals(OracleState.EMPTY_CODE_HASH);
    }
}
