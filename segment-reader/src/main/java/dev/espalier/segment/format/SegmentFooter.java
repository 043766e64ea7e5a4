package dev.espalier.segment.format;

import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The last bytes of a segment file (version 1, little-endian).
 *
 * <pre>
 *   0  u64  fileId           the header's
 *   8  u64  fileBytes        length of the whole file
 *  16  u64  rows             entries with a value
 *  24  u64  leaves
 *  32  u64  rowTombstones
 *  40  u64  leafTombstones
 *  48  u32  headerCrc        the header's
 *  52  u32  sections         6
 *  56       24 bytes a section, in the order of SectionKind:
 *             0  u64  offset
 *             8  u64  length
 *            16  u32  encoding   0
 *            20  u32  crc        CRC32C of the section
 * 200  u32  zero
 * 204  u32  crc              CRC32C of bytes 0..203
 * 208  u64  magic            "ESPLREND"
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
    static final int ZERO_AT = SECTIONS_AT + SectionKind.values().length * SECTION_BYTES;
    static final int CRC_AT = ZERO_AT + Integer.BYTES;
    static final int MAGIC_AT = CRC_AT + Integer.BYTES;

    /** Length of the footer. */
    public static final int BYTES = MAGIC_AT + Long.BYTES;

    /** Takes a copy of the list. */
    public SegmentFooter {
        sections = List.copyOf(sections);
    }

    /** Returns the footer of a file whose header and sections are known. */
    public static SegmentFooter of(byte[] header, long fileId, EntryCounts counts, List<Section> sections) {
        Section last = sections.getLast();
        long fileBytes = last.offset() + last.length() + BYTES;
        SegmentFooter open = new SegmentFooter(fileId, fileBytes, counts, SegmentHeader.crc(header), sections, 0);
        return new SegmentFooter(fileId, fileBytes, counts, open.headerCrc, sections, crc(open.encode()));
    }

    /** Returns where a section stands. */
    public Section section(SectionKind kind) {
        return sections.get(kind.position());
    }

    /** Returns the footer's bytes. */
    public byte[] encode() {
        byte[] footer = new byte[BYTES];
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
            bytes.putLong(section.offset()).putLong(section.length()).putInt(0).putInt(section.crc());
        }
        bytes.putInt(CRC_AT, crc(footer)).putLong(MAGIC_AT, MAGIC);
        return footer;
    }

    private static int crc(byte[] footer) {
        CRC32C crc = new CRC32C();
        crc.update(footer, 0, CRC_AT);
        return (int) crc.getValue();
    }

    /**
     * Reads a footer.
     *
     * @param footer its {@link #BYTES} bytes
     * @param header the header's bytes, which the footer must belong to
     * @param fileBytes the length that the file has
     * @param where names the file for an error
     * @throws CorruptStoreException if it is damaged, or is not this file's
     */
    public static SegmentFooter decode(byte[] footer, byte[] header, long fileBytes, String where) {
        ByteBuffer bytes = ByteBuffer.wrap(footer).order(ByteOrder.LITTLE_ENDIAN);
        require(where, "magic", bytes.getLong(MAGIC_AT), MAGIC);
        require(where, "crc", bytes.getInt(CRC_AT), crc(footer));
        require(where, "fileBytes", bytes.getLong(FILE_BYTES_AT), fileBytes);
        require(where, "headerCrc", bytes.getInt(HEADER_CRC_AT), SegmentHeader.crc(header));
        require(where, "sections", bytes.getInt(SECTION_COUNT_AT), SectionKind.values().length);
        require(where, "zero", bytes.getInt(ZERO_AT), 0);
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
                decodeSections(bytes, fileBytes, where),
                bytes.getInt(CRC_AT));
    }

    private static List<Section> decodeSections(ByteBuffer bytes, long fileBytes, String where) {
        List<Section> sections = new ArrayList<>();
        long expectedOffset = SegmentHeader.BYTES;
        for (SectionKind kind : SectionKind.values()) {
            int at = SECTIONS_AT + kind.position() * SECTION_BYTES;
            Section section = new Section(bytes.getLong(at), bytes.getLong(at + 8), bytes.getInt(at + 20));
            require(where, kind + " offset", section.offset(), expectedOffset);
            require(where, kind + " encoding", bytes.getInt(at + 16), 0);
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
        require(where, "end of sections", expectedOffset, fileBytes - BYTES);
        return sections;
    }

    private static void require(String where, String field, long actual, long expected) {
        if (actual != expected) {
            throw new CorruptStoreException(where + ": footer: " + field + "=" + actual + ", expected " + expected);
        }
    }
}
