package dev.espalier.trie;

/**
 * Names a block, usually by its header's hash. Two siblings may share number and state root, so a block is known by its
 * id alone. Immutable.
 */
public record BlockId(Hash32 hash) {
    /** The parent of the first block: the empty state. Its hash is zero. */
    public static final BlockId NONE = new BlockId(Hash32.ZERO);

    /** Returns the id with this hash. */
    public static BlockId of(Hash32 hash) {
        return new BlockId(hash);
    }

    /**
     * Parses 64 hex digits, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException if the text is no 32-byte hash
     */
    public static BlockId fromHex(CharSequence hex) {
        return new BlockId(Hash32.fromHex(hex));
    }

    @Override
    public String toString() {
        return equals(NONE) ? "none" : hash.toString();
    }
}
