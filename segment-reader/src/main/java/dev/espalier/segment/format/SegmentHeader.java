package dev.espalier.segment.format;

import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The first page of a segment file (version 1 or 2, little-endian).
 *
 * <pre>
 *    0  u64  magic     "ESPLRSEG"
 *    8  u32  version   1; 2 if the segment is a part of a base, or a section has an encoding
 *   12  u32  kind      1 fresh, 2 frozen, 3 base
 *   16  u64  chainId
 *   24  u64  fileId
 *   32  u64  fromSeq
 *   40  u64  toSeq
 *   48  u64  fromTrieId     from here on zeros in version 1
 *   56  32   fromKey
 *   88  u64  toTrieId       both zero: no end
 *   96  32   toKey
 *  128       zeros
 * 4092  u32  crc       CRC32C of bytes 0..4091
 * </pre>
 *
 * <p>Magic, version and crc stand there in every version, so a damaged file is told apart from one of another version.
 */
public final class SegmentHeader {
    /** Length of the header. */
    public static final int BYTES = Page.BYTES;

    /** The oldest version that is read; written where it is enough. */
    public static final int OLDEST_VERSION = 1;

    /** The newest version that is read and written. */
    public static final int VERSION = 2;

    /** The eight letters that begin a segment file. */
    static final long MAGIC = 0x4745_5352_4C50_5345L;

    static final int MAGIC_AT = 0;
    static final int VERSION_AT = 8;
    static final int KIND_AT = 12;
    static final int CHAIN_ID_AT = 16;
    static final int FILE_ID_AT = 24;
    static final int FROM_SEQ_AT = 32;
    static final int TO_SEQ_AT = 40;
    static final int FROM_TRIE_ID_AT = 48;
    static final int FROM_KEY_AT = 56;
    static final int TO_TRIE_ID_AT = 88;
    static final int TO_KEY_AT = 96;
    static final int ZEROS_AT = 128;
    static final int CRC_AT = BYTES - Integer.BYTES;

    private SegmentHeader() {}

    /**
     * Returns the header's bytes.
     *
     * @param encoded whether a section may have another encoding than the plain one
     */
    public static byte[] encode(SegmentIdentity identity, boolean encoded) {
        byte[] page = new byte[BYTES];
        KeyRange range = identity.range();
        range.fromKey().copyTo(page, FROM_KEY_AT);
        range.toKey().copyTo(page, TO_KEY_AT);
        ByteBuffer.wrap(page)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(MAGIC)
                .putInt(!encoded && range.equals(KeyRange.ALL) ? OLDEST_VERSION : VERSION)
                .putInt(identity.kind().code())
                .putLong(identity.chainId())
                .putLong(identity.fileId())
                .putLong(identity.fromSeq())
                .putLong(identity.toSeq())
                .putLong(FROM_TRIE_ID_AT, range.fromTrieId())
                .putLong(TO_TRIE_ID_AT, range.toTrieId())
                .putInt(CRC_AT, crc(page));
        return page;
    }

    /**
     * Reads a header.
     *
     * @param page its {@link #BYTES} bytes
     * @param where names the file for an error
     * @throws UnsupportedFormatException if the version is another
     * @throws CorruptStoreException if this is not a segment file, or the header is damaged
     */
    public static SegmentIdentity decode(byte[] page, String where) {
        ByteBuffer bytes = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.getLong(MAGIC_AT) != MAGIC) {
            throw new CorruptStoreException(where + ": header: magic=0x" + Long.toHexString(bytes.getLong(MAGIC_AT))
                    + ", expected that of a segment file");
        }
        if (bytes.getInt(CRC_AT) != crc(page)) {
            throw new CorruptStoreException(where + ": header: crc=0x" + Integer.toHexString(bytes.getInt(CRC_AT))
                    + ", expected 0x" + Integer.toHexString(crc(page)));
        }
        int version = bytes.getInt(VERSION_AT);
        if (version < OLDEST_VERSION || version > VERSION) {
            throw new UnsupportedFormatException(where, Integer.toUnsignedLong(version), OLDEST_VERSION, VERSION);
        }
        SegmentKind kind = SegmentKind.of(bytes.getInt(KIND_AT), where + ": header");
        for (int at = version == OLDEST_VERSION ? FROM_TRIE_ID_AT : ZEROS_AT; at < CRC_AT; at++) {
            if (page[at] != 0) {
                throw new CorruptStoreException(where + ": header: byte " + at + "=" + page[at] + ", expected 0");
            }
        }
        try {
            return new SegmentIdentity(
                    bytes.getLong(CHAIN_ID_AT),
                    bytes.getLong(FILE_ID_AT),
                    bytes.getLong(FROM_SEQ_AT),
                    bytes.getLong(TO_SEQ_AT),
                    kind,
                    new KeyRange(
                            bytes.getLong(FROM_TRIE_ID_AT),
                            Hash32.of(page, FROM_KEY_AT),
                            bytes.getLong(TO_TRIE_ID_AT),
                            Hash32.of(page, TO_KEY_AT)));
        } catch (IllegalArgumentException e) {
            throw new CorruptStoreException(where + ": header: " + e.getMessage(), e);
        }
    }

    /** Tells whether a file that begins with a header has sections for dictionaries. */
    public static boolean hasDictionaries(byte[] page) {
        return SectionKind.count(version(page)) > SectionKind.ROW_DICTIONARY.position();
    }

    /** Returns the version of a header that was decoded or encoded. */
    static int version(byte[] page) {
        return page[VERSION_AT];
    }

    /** Returns the checksum that the header's bytes should have. */
    static int crc(byte[] page) {
        CRC32C crc = new CRC32C();
        crc.update(page, 0, CRC_AT);
        return (int) crc.getValue();
    }
}
