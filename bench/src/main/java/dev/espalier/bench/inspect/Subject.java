package dev.espalier.bench.inspect;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.hash.Keccak256;
import java.util.HexFormat;

/**
 * A key or the beginning of one, as a user names it.
 *
 * @param name as it was given
 * @param key hashed; padded with zeros where only its beginning was given
 * @param nibbles how many nibbles of the key were given, 0 to 64
 */
public record Subject(String name, Hash32 key, int nibbles) {
    private static final int ADDRESS_DIGITS = 40;

    /** Tells whether the whole key was given. */
    public boolean isWhole() {
        return nibbles == Hash32.NIBBLES;
    }

    /**
     * Reads an address of 20 bytes, which is hashed, or a key of 32 bytes, which is one already.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static Subject ofAccount(String text) {
        String digits = withoutPrefix(text);
        if (digits.length() == ADDRESS_DIGITS) {
            return whole(text, Keccak256.hash32(Address.fromHex(digits).toBytes()));
        }
        if (digits.length() == Hash32.NIBBLES) {
            return whole(text, Hash32.fromHex(digits));
        }
        throw new IllegalArgumentException(
                "'" + text + "': expected an address of 40 hex digits, or a hashed one of 64");
    }

    /**
     * Reads a slot's number, decimal or hex after 0x.
     *
     * @throws IllegalArgumentException if it is no number of 256 bits
     */
    public static Subject ofSlot(String text) {
        UInt256 slot = text.startsWith("0x") ? UInt256.fromHex(text) : UInt256.fromDecimal(text);
        return whole(text, Keccak256.hash32(slot.toBytes32()));
    }

    /**
     * Reads the nibbles of a path; {@code 0x} or {@code ~} is the root.
     *
     * @throws IllegalArgumentException if they are not up to 64 hex digits
     */
    public static Subject ofNibbles(String text) {
        String digits = text.equals("~") ? "" : withoutPrefix(text);
        if (digits.length() > Hash32.NIBBLES || !digits.chars().allMatch(HexFormat::isHexDigit)) {
            throw new IllegalArgumentException("'" + text + "': expected up to 64 hex digits, or 0x for the root");
        }
        Hash32 padded = Hash32.fromHex(digits + "0".repeat(Hash32.NIBBLES - digits.length()));
        return new Subject(text, padded, digits.length());
    }

    private static Subject whole(String text, Hash32 key) {
        return new Subject(text, key, Hash32.NIBBLES);
    }

    private static String withoutPrefix(String text) {
        return text.startsWith("0x") ? text.substring(2) : text;
    }
}
