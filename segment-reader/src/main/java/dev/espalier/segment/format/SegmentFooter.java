package dev.espalier.segment.format;

import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The last bytes of a segment file (versions 1 and 2, little-endian).
 *
 * <pre>
 *   0  u64  fileId           the header's
 *   8  u64  fileBytes        length of the whole file
 *  16  u64  rows             entries with a value
 *  24  u64  leaves
 *  32  u64  rowTombstones
 *  40  u64  leafTombstones
 *  48  u32  headerCrc        the header's
 *  52  u32  sections         n: 6, in version 2 8
 *  56       24 bytes a section, in the order of SectionKind:
 *             0  u64  offset
 *             8  u64  length
 *            16  u32  encoding   0; in version 2 that of SectionEncoding
 *            20  u32  crc        CRC32C of the section
 *      with e = 56 + 24 n:
 *  e   u32  zero
 *  e+4 u32  crc              CRC32C of the bytes before
 *  e+8 u64  magic            "ESPLREND"
 * </pre>
 *
 * <p>The first section begins behind the header, each further one where the one before ends, and the footer where the
 * last one ends.
 *
 * @param fileId the file's number
 * @param fileBytes length of the whole file
 * @param headerCrc checksum of the header
 * @param sections one for each {@link SectionKind}, in order
 * @param crc the footer's own checksum, which stands for the whole content: it covers those of header and sections
 */
public record SegmentFooter(
        long fileId, long fileBytes, EntryCounts counts, int headerCrc, List<Section> sections, int crc) {
    static final long MAGIC = 0x444E_4552_4C50_5345L;

    static final int FILE_ID_AT = 0;
    static final int FILE_BYTES_AT = 8;
    static final int COUNTS_AT = 16;
    static final int HEADER_CRC_AT = 48;
    static final int SECTION_COUNT_AT = 52;
    static final int SECTIONS_AT = 56;
    static final int SECTION_BYTES = 24;
    /** Length of what stands behind the sections: zero, crc and magic. */
    private static final int END_BYTES = 2 * Integer.BYTES + Long.BYTES;

    private static final int CRC_FROM_END = Integer.BYTES + Long.BYTES;

    /** Takes a copy of the list. */
    public SegmentFooter {
        sections = List.copyOf(sections);
    }

    /** Returns the length of the footer of a file with a header. */
    public static int bytes(byte[] header) {
        return bytes(SectionKind.count(SegmentHeader.version(header)));
    }

    private static int bytes(int sections) {
        return SECTIONS_AT + sections * SECTION_BYTES + END_BYTES;
    }

    /** Returns the footer of a file whose header and sections are known. */
    public static SegmentFooter of(byte[] header, long fileId, EntryCounts counts, List<Section> sections) {
        Section last = sections.getLast();
        long fileBytes = last.offset() + last.length() + bytes(sections.size());
        SegmentFooter open = new SegmentFooter(fileId, fileBytes, counts, SegmentHeader.crc(header), sections, 0);
        return new SegmentFooter(fileId, fileBytes, counts, open.headerCrc, sections, crc(open.encode()));
    }

    /** Returns where a section stands; of one that the version does not have, an empty one. */
    public Section section(SectionKind kind) {
        if (kind.position() >= sections.size()) {
            return new Section(fileBytes - bytes(sections.size()), 0, SectionEncoding.PLAIN, 0);
        }
        return sections.get(kind.position());
    }

    /** Returns the footer's bytes. */
    public byte[] encode() {
        byte[] footer = new byte[bytes(sections.size())];
        ByteBuffer bytes = ByteBuffer.wrap(footer)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(fileId)
                .putLong(fileBytes)
                .putLong(counts.rows())
                .putLong(counts.leaves())
                .putLong(counts.rowTombstones())
                .putLong(counts.leafTombstones())
                .putInt(headerCrc)
                .putInt(sections.size());
        for (Section section : sections) {
            bytes.putLong(section.offset())
                    .putLong(section.length())
                    .putInt(section.encoding().code())
                    .putInt(section.crc());
        }
        bytes.putInt(footer.length - CRC_FROM_END, crc(footer)).putLong(footer.length - Long.BYTES, MAGIC);
        return footer;
    }

    private static int crc(byte[] footer) {
        CRC32C crc = new CRC32C();
        crc.update(footer, 0, footer.length - CRC_FROM_END);
        return (int) crc.getValue();
    }

    /**
     * Reads a footer.
     *
     * @param footer its {@link #bytes} bytes
     * @param header the header's bytes, which the footer must belong to
     * @param fileBytes the length that the file has
     * @param where names the file for an error
     * @throws CorruptStoreException if it is damaged, or is not this file's
     */
    public static SegmentFooter decode(byte[] footer, byte[] header, long fileBytes, String where) {
        ByteBuffer bytes = ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN);
        int sections = SectionKind.count(SegmentHeader.version(header));
        require(where, "magic", bytes.getLong(footer.length - Long.BYTES), MAGIC);
        require(where, "crc", bytes.getInt(footer.length - CRC_FROM_END), crc(footer));
        require(where, "fileBytes", bytes.getLong(FILE_BYTES_AT), fileBytes);
        require(where, "headerCrc", bytes.getInt(HEADER_CRC_AT), SegmentHeader.crc(header));
        require(where, "sections", bytes.getInt(SECTION_COUNT_AT), sections);
        require(where, "zero", bytes.getInt(footer.length - END_BYTES), 0);
        EntryCounts counts = new EntryCounts(
                bytes.getLong(COUNTS_AT),
                bytes.getLong(COUNTS_AT + 8),
                bytes.getLong(COUNTS_AT + 16),
                bytes.getLong(COUNTS_AT + 24));
        long fileId = bytes.getLong(FILE_ID_AT);
        return new SegmentFooter(
                fileId,
                fileBytes,
                counts,
                bytes.getInt(HEADER_CRC_AT),
                decodeSections(bytes, sections, fileBytes, where),
                bytes.getInt(footer.length - CRC_FROM_END));
    }

    private static List<Section> decodeSections(ByteBuffer bytes, int count, long fileBytes, String where) {
        List<Section> sections = new ArrayList<>();
        long expectedOffset = SegmentHeader.BYTES;
        for (SectionKind kind : List.of(SectionKind.values()).subList(0, count)) {
            int at = SECTIONS_AT + kind.position() * SECTION_BYTES;
            Section section = new Section(
                    bytes.getLong(at),
                    bytes.getLong(at + 8),
                    SectionEncoding.of(bytes.getInt(at + 16), kind, where),
                    bytes.getInt(at + 20));
            require(where, kind + " offset", section.offset(), expectedOffset);
            if (count < SectionKind.values().length && section.encoding() != SectionEncoding.PLAIN) {
                require(where, kind + " encoding", section.encoding().code(), 0);
            }
            boolean paged = kind == SectionKind.ROW_PAGES || kind == SectionKind.LEAF_PAGES;
            if (section.length() < 0
                    || section.length() > fileBytes - expectedOffset
                    || (paged && section.length() % Page.BYTES != 0)) {
                throw new CorruptStoreException(where + ": footer: " + kind + " length=" + section.length()
                        + ", expected at most " + (fileBytes - expectedOffset)
                        + (paged ? ", in pages of " + Page.BYTES : ""));
            }
            expectedOffset += section.length();
            sections.add(section);
        }
        require(where, "end of sections", expectedOffset, fileBytes - bytes(count));
        return sections;
    }

    private static void require(String where, String field, long actual, long expected) {
        if (actual != expected) {
            throw new CorruptStoreException(where + ": footer: " + field + "=" + actual + ", expected " + expected);
        }
    }
}
