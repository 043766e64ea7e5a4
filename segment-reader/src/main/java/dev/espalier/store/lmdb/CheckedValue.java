package dev.espalier.store.lmdb;

import dev.espalier.trie.CorruptStoreException;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * A value as it is stored: its bytes, then the CRC32C of key and bytes, little-endian. LMDB hands out changed bytes, and
 * one key's bytes under another, without a word.
 */
final class CheckedValue {
    /** The length of the checksum. */
    static final int CHECKSUM_BYTES = 4;

    private CheckedValue() {}

    /** Returns a new array with the bytes from {@code from} up to {@code to}, and the checksum. */
    static byte[] seal(byte[] key, byte[] source, int from, int to) {
        byte[] value = Arrays.copyOfRange(source, from, to + CHECKSUM_BYTES);
        int length = to - from;
        int checksum = checksum(key, value, length);
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            value[length + i] = (byte) (checksum >>> (Byte.SIZE * i));
        }
        return value;
    }

    /**
     * Returns a new array with the bytes of a value.
     *
     * @throws CorruptStoreException if the checksum is not that of key and bytes
     */
    static byte[] open(byte[] key, byte[] value) {
        int length = value.length - CHECKSUM_BYTES;
        if (length < 0) {
            throw new CorruptStoreException(
                    LogKey.text(key) + ": bytes=" + value.length + ", expected a checksum at least");
        }
        int stored = 0;
        for (int i = 0; i < CHECKSUM_BYTES; i++) {
            stored |= (value[length + i] & 0xFF) << (Byte.SIZE * i);
        }
        int checksum = checksum(key, value, length);
        if (stored != checksum) {
            throw new CorruptStoreException(
                    "%s: checksum=%08x, expected %08x".formatted(LogKey.text(key), checksum, stored));
        }
        return Arrays.copyOf(value, length);
    }

    private static int checksum(byte[] key, byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(key);
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
