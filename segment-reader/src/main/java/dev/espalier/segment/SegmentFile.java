package dev.espalier.segment;

import dev.espalier.segment.file.MappedFile;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.PageIndex;
import dev.espalier.segment.format.Section;
import dev.espalier.segment.format.SectionEncoding;
import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.format.SegmentFooter;
import dev.espalier.segment.format.SegmentHeader;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.index.PageLocator;
import dev.espalier.segment.page.Page;
import dev.espalier.segment.page.ValueCodec;
import dev.espalier.trie.CorruptStoreException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** An open segment file whose header and footer are checked. Any number of threads may read it at once. */
final class SegmentFile implements AutoCloseable {
    private final MappedFile file;
    private final SegmentIdentity identity;
    private final SegmentFooter footer;

    private SegmentFile(MappedFile file, SegmentIdentity identity, SegmentFooter footer) {
        this.file = file;
        this.identity = identity;
        this.footer = footer;
    }

    static SegmentFile open(SegmentFiles files, String name) {
        MappedFile file = files.openMapped(name);
        try {
            return checked(file);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static SegmentFile checked(MappedFile file) {
        String where = "segment file " + file.name();
        requireLength(file, SegmentHeader.BYTES, where);
        byte[] header = new byte[SegmentHeader.BYTES];
        file.read(0, header, 0, header.length);
        SegmentIdentity identity = SegmentHeader.decode(header, where);
        byte[] end = new byte[SegmentFooter.bytes(header)];
        requireLength(file, SegmentHeader.BYTES + end.length, where);
        file.read(file.size() - end.length, end, 0, end.length);
        SegmentFooter footer = SegmentFooter.decode(end, header, file.size(), where);
        if (footer.fileId() != identity.fileId()) {
            throw new CorruptStoreException(
                    where + ": footer: fileId=" + footer.fileId() + ", expected the header's " + identity.fileId());
        }
        return new SegmentFile(file, identity, footer);
    }

    private static void requireLength(MappedFile file, long least, String where) {
        if (file.size() < least) {
            throw new CorruptStoreException(where + ": bytes=" + file.size() + ", expected at least " + least);
        }
    }

    String name() {
        return file.name();
    }

    SegmentIdentity identity() {
        return identity;
    }

    SegmentFooter footer() {
        return footer;
    }

    /** Reads and checks an index, which must have so many separators. */
    PageIndex readIndex(SectionKind kind, int separators) {
        byte[] bytes = readResident(kind);
        PageIndex index = PageIndex.decode(bytes, 0, bytes.length, where(kind));
        if (index.pages() != separators) {
            throw new CorruptStoreException(where(kind) + ": pages=" + index.pages() + ", expected " + separators);
        }
        return index;
    }

    /** Reads and checks a perfect hash. */
    PageLocator readLocator(SectionKind kind) {
        return PageLocator.decode(readResident(kind), where(kind));
    }

    /** Reads what a section's values are encoded with. */
    ValueCodec readCodec(SectionKind pages, SectionKind dictionary) {
        byte[] bytes = readResident(dictionary);
        requireTogether(pages, footer.section(pages).encoding() == SectionEncoding.ZSTD, dictionary, bytes.length > 0);
        return bytes.length == 0 ? ValueCodec.PLAIN : ValueCodec.ofDictionary(bytes);
    }

    /** Checks that two sections are encoded, both or neither. */
    void requireTogether(SectionKind kind, boolean encoded, SectionKind other, boolean otherEncoded) {
        if (encoded != otherEncoded) {
            throw new CorruptStoreException(where(encoded ? other : kind) + ": is plain, but "
                    + (encoded ? kind : other) + " is encoded, expected both or neither");
        }
    }

    /** Reads and checks a filter; null if the section has none. */
    @Nullable
    KeyFilter readFilter(SectionKind kind) {
        byte[] bytes = readResident(kind);
        return bytes.length == 0 ? null : KeyFilter.decode(bytes, 0, bytes.length, where(kind));
    }

    private byte[] readResident(SectionKind kind) {
        Section section = footer.section(kind);
        if (section.length() > Integer.MAX_VALUE - 16) {
            throw new CorruptStoreException(where(kind) + ": length=" + section.length() + ", expected under 2 GiB");
        }
        byte[] bytes = new byte[(int) section.length()];
        file.read(section.offset(), bytes, 0, bytes.length);
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        requireCrc(kind, (int) crc.getValue());
        return bytes;
    }

    /** Checks a section's checksum, as computed, against the footer. */
    void requireCrc(SectionKind kind, int computed) {
        int expected = footer.section(kind).crc();
        if (computed != expected) {
            throw new CorruptStoreException(where(kind) + ": crc=0x" + Integer.toHexString(computed) + ", expected 0x"
                    + Integer.toHexString(expected));
        }
    }

    String where(SectionKind kind) {
        return "segment file " + file.name() + ": " + kind;
    }

    /** Copies whole pages, unchecked. */
    void readPages(long firstPage, byte[] target, int pages) {
        file.read(firstPage * Page.BYTES, target, 0, pages * Page.BYTES);
    }

    /** Says that a page will be read soon. */
    void willReadPage(long number) {
        file.willRead(number * Page.BYTES, Page.BYTES);
    }

    /** Moves a window to a page that was copied, and checks it. */
    void look(Page page, byte[] source, int base, long number) {
        page.look(source, base, file.name(), identity.fileId(), number);
    }

    @Override
    public void close() {
        file.close();
    }
}
