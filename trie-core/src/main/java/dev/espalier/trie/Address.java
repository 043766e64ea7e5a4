package dev.espalier.trie;

import java.util.Arrays;

/** A 20-byte account address. Immutable. */
public final class Address {
    /** Length in bytes. */
    public static final int BYTES = 20;

    private final byte[] bytes;

    private Address(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Returns the address with these bytes, which are copied.
     *
     * @throws IllegalArgumentException if the length is not 20
     */
    public static Address of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("address: length=" + bytes.length + ", expected " + BYTES);
        }
        return new Address(bytes.clone());
    }

    /**
     * Parses 40 hex digits, with or without {@code 0x}, in any letter case (an EIP-55 checksum is not checked).
     *
     * @throws IllegalArgumentException if the text has another length or a character that is no hex digit
     */
    public static Address fromHex(CharSequence hex) {
        return new Address(HexText.parse(hex, BYTES, "address"));
    }

    /** Returns a new array of 20 bytes. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Address address && Arrays.equals(bytes, address.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Returns {@code 0x} and 40 lower-case digits. */
    @Override
    public String toString() {
        return HexText.format(bytes);
    }
}
