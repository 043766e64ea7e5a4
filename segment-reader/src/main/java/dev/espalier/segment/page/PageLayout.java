package dev.espalier.segment.page;

/**
 * Where each field of a page stands (version 1, little-endian).
 *
 * <pre>
 *    0  u16  entries   number of entries, at least 1
 *    2  u16  end       where the last entry ends
 *    4       entries, in ascending order of their keys, one behind the other
 *  end       zeros
 * 4092  u32  crc       CRC32C of bytes 0..4091, then of the file id (u64) and the page's number in the file (u64)
 * </pre>
 *
 * <p>An entry:
 *
 * <pre>
 *  u8      nibbles   0..63: a row's path; 64: a leaf's key
 *  u8      shared    leading bytes that its padded key shares with that of the entry before, 0..40; 0 in the first entry
 *  u8[]    rest      bytes shared.. of the padded key, up to the last that holds one of the nibbles; none if shared is
 *                    greater
 *  varint  length    of the value, 0 for a tombstone: 7 bits a byte, low ones first, bit 7 set if another byte follows
 *  u8[]    value
 * </pre>
 *
 * <p>A padded key is 40 bytes: trie id (big-endian) and the nibbles, padded with zeros to 32 bytes.
 */
final class PageLayout {
    static final int ENTRIES_AT = 0;
    static final int END_AT = 2;
    static final int FIRST_ENTRY_AT = 4;
    static final int CRC_AT = Page.BYTES - Integer.BYTES;

    private PageLayout() {}

    /** Returns how many bytes of a padded key hold the trie id and the nibbles. */
    static int keyBytes(int nibbles) {
        return Long.BYTES + (nibbles + 1) / 2;
    }

    /** Returns the length of a varint of one or two bytes. */
    static int varintBytes(int value) {
        return value < 0x80 ? 1 : 2;
    }

    /** Writes a varint of one or two bytes. */
    static int putVarint(byte[] bytes, int at, int value) {
        if (value < 0x80) {
            bytes[at] = (byte) value;
            return at + 1;
        }
        bytes[at] = (byte) (value | 0x80);
        bytes[at + 1] = (byte) (value >> 7);
        return at + 2;
    }

    static int u16(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8;
    }

    static void putU16(byte[] bytes, int at, int value) {
        bytes[at] = (byte) value;
        bytes[at + 1] = (byte) (value >> 8);
    }

    static int u32(byte[] bytes, int at) {
        return u16(bytes, at) | u16(bytes, at + 2) << 16;
    }

    static void putU32(byte[] bytes, int at, int value) {
        putU16(bytes, at, value);
        putU16(bytes, at + 2, value >> 16);
    }
}
