package dev.espalier.trie.oracle;

import org.bouncycastle.crypto.digests.KeccakDigest;

/** Keccak-256 as Ethereum uses it, that is with the padding from before FIPS 202 (Yellow Paper, section 3). */
public final class Keccak {
    private static final int BITS = 256;

    private Keccak() {}

    /** The 32-byte Keccak-256 hash of {@code input}. */
    public static byte[] keccak256(byte[] input) {
        KeccakDigest digest = new KeccakDigest(BITS);
        digest.update(input, 0, input.length);
        byte[] hash = new byte[BITS / Byte.SIZE];
        digest.doFinal(hash, 0);
        return hash;
    }
}
