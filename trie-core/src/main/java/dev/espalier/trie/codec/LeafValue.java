package dev.espalier.trie.codec;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.HexFormat;

/** How a leaf's stored bytes become the value in the leaf node's RLP. */
public enum LeafValue {
    /** The stored bytes are an account record; the value is the RLP of the account (Yellow Paper, section 4.1). */
    ACCOUNT {
        @Override
        byte[] encode(byte[] stored) {
            return AccountRecord.decode(stored).toRlp();
        }
    },
    /** The stored bytes are a slot's value without leading zeros; the value is their RLP. */
    SLOT {
        @Override
        byte[] encode(byte[] stored) {
            requireSlot(stored);
            byte[] value = new byte[Rlp.encodedLength(stored, 0, stored.length)];
            Rlp.encodeString(stored, 0, stored.length, value, 0);
            return value;
        }
    },
    /** The stored bytes are the value. */
    RAW {
        @Override
        byte[] encode(byte[] stored) {
            return stored;
        }
    };

    /** Returns the value that stands in the leaf node; it may be {@code stored} itself. */
    abstract byte[] encode(byte[] stored);

    /**
     * Returns the number that a slot's stored bytes are.
     *
     * @throws CorruptStoreException if they are not 1 to 32 bytes without leading zeros
     */
    public static UInt256 slot(byte[] stored) {
        requireSlot(stored);
        return UInt256.of(stored);
    }

    private static void requireSlot(byte[] stored) {
        if (stored.length == 0 || stored.length > Hash32.BYTES || stored[0] == 0) {
            throw new CorruptStoreException(
                    "slot value: " + HexFormat.of().formatHex(stored) + ", expected 1..32 bytes without leading zeros");
        }
    }
}
