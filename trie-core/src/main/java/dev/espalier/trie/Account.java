package dev.espalier.trie;

/**
 * What a client gives of an account; the storage root is computed, never given (Yellow Paper, section 4.1).
 *
 * @param nonce unsigned 64 bits: -1 is 2<sup>64</sup> - 1
 * @param balance in wei
 * @param codeHash Keccak-256 of the code; {@link #NO_CODE} without code
 */
public record Account(long nonce, UInt256 balance, Hash32 codeHash) {
    /** Keccak-256 of nothing. */
    public static final Hash32 NO_CODE =
            Hash32.fromHex("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470");

    /** Nonce 0, balance 0, no code. Such an account is in the trie until it is deleted. */
    public static final Account EMPTY = new Account(0, UInt256.ZERO, NO_CODE);
}
