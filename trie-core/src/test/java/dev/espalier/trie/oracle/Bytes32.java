package dev.espalier.trie.oracle;

import java.util.HexFormat;

/**
 * Thirty-two bytes as a value: a hashed key, a code hash or a root. Ordered as unsigned bytes.
 *
 * @param hex 64 lower-case hex digits, which are also the key's path in nibbles
 */
public record Bytes32(String hex) implements Comparable<Bytes32> {
    private static final int DIGITS = 64;

    /** Thirty-two zero bytes. */
    public static final Bytes32 ZERO = new Bytes32("0".repeat(DIGITS));

    /**
     * Checks the digits.
     *
     * @throws IllegalArgumentException if {@code hex} is not 64 lower-case hex digits
     */
    public Bytes32 {
        Nibbles.check(hex);
        if (hex.length() != DIGITS) {
            throw new IllegalArgumentException("Bytes32 hex.length=" + hex.length() + ", expected " + DIGITS);
        }
    }

    /**
     * Takes the bytes as they are, without hashing them.
     *
     * @throws IllegalArgumentException if {@code bytes} are not 32
     */
    public static Bytes32 of(byte[] bytes) {
        return new Bytes32(HexFormat.of().formatHex(bytes));
    }

    /** The Keccak-256 hash of {@code plain}, for example of an address or of a slot. */
    public static Bytes32 hashOf(byte[] plain) {
        return of(Keccak.keccak256(plain));
    }

    /** A fresh array of the 32 bytes. */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    @Override
    public int compareTo(Bytes32 other) {
        return hex.compareTo(other.hex);
    }

    @Override
    public String toString() {
        return hex;
    }
}
