package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.EntryCounts;
import dev.espalier.segment.format.Section;
import dev.espalier.segment.format.SectionEncoding;
import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.format.SegmentFooter;
import dev.espalier.segment.format.SegmentHeader;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Files whose checksums are all right and whose content is not, as a faulty writer would leave them: verification and
 * scans refuse them.
 */
class WrongContentTest {
    private static final long FILE_ID = 7;

    private final MemoryFiles files = new MemoryFiles();
    private final NavigableMap<SegmentKey, byte @Nullable []> content = new SampleKeys(new Random(1)).content(150, 700);
    private final String name = SegmentTests.writeFresh(files, FILE_ID, content).name();
    private final byte[] file = files.bytes(name);
    private final SegmentFooter footer = footer();

    private byte[] header() {
        return Arrays.copyOf(file, SegmentHeader.BYTES);
    }

    private SegmentFooter footer() {
        byte[] bytes = Arrays.copyOfRange(file, file.length - SegmentFooter.bytes(header()), file.length);
        return SegmentFooter.decode(bytes, header(), file.length, "test");
    }

    private static int crc(byte[]... parts) {
        CRC32C crc = new CRC32C();
        for (byte[] part : parts) {
            crc.update(part, 0, part.length);
        }
        return (int) crc.getValue();
    }

    /** Replaces the footer by one that is right for the sections as they are now. */
    private void reseal(EntryCounts counts) {
        List<Section> sections = new ArrayList<>();
        for (Section section : footer.sections()) {
            int from = (int) section.offset();
            byte[] bytes = Arrays.copyOfRange(file, from, from + (int) section.length());
            sections.add(new Section(from, bytes.length, section.encoding(), crc(bytes)));
        }
        byte[] sealed = SegmentFooter.of(header(), FILE_ID, counts, sections).encode();
        System.arraycopy(sealed, 0, file, file.length - sealed.length, sealed.length);
    }

    private void resealPage(int number) {
        byte[] page = Arrays.copyOfRange(file, number * Page.BYTES, (number + 1) * Page.BYTES - 4);
        ByteBuffer place = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(FILE_ID)
                .putLong(number);
        ByteBuffer.wrap(file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((number + 1) * Page.BYTES - 4, crc(page, place.array()));
    }

    private void assertVerificationRefused(String message) {
        try (Segment segment = Segment.open(files, name, SegmentTests.CHAIN)) {
            assertThatThrownBy(segment::verify)
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("segment file " + name + ": ")
                    .hasMessageContaining(message);
        }
    }

    @Test
    void resealingAloneChangesNothing() {
        byte[] before = file.clone();
        resealPage(1);
        reseal(footer.counts());
        assertThat(file).isEqualTo(before);
    }

    @Test
    void pagesOutOfOrderAreRefusedByScansAndVerification() {
        int first = (int) (footer.section(SectionKind.LEAF_PAGES).offset() / Page.BYTES);
        byte[] page = Arrays.copyOfRange(file, first * Page.BYTES, (first + 1) * Page.BYTES);
        System.arraycopy(file, (first + 1) * Page.BYTES, file, first * Page.BYTES, Page.BYTES);
        System.arraycopy(page, 0, file, (first + 1) * Page.BYTES, Page.BYTES);
        resealPage(first);
        resealPage(first + 1);
        reseal(footer.counts());
        assertVerificationRefused("key=");
        try (Segment segment = Segment.open(files, name, SegmentTests.CHAIN)) {
            assertThatThrownBy(() -> SegmentTests.readAll(segment))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("page " + (first + 1) + ": does not ascend from the page before");
        }
    }

    @Test
    void wrongCountsAreRefusedByVerification() {
        EntryCounts right = footer.counts();
        reseal(new EntryCounts(right.rows() + 1, right.leaves(), right.rowTombstones(), right.leafTombstones()));
        assertVerificationRefused("found EntryCounts[rows=" + right.rows());
    }

    @Test
    void aFilterOfOtherKeysIsRefusedByVerification() {
        Section section = footer.section(SectionKind.LEAF_FILTER);
        long leaves = footer.counts().leaves() + footer.counts().leafTombstones();
        long[] others = new Random(2).longs(leaves).toArray();
        byte[] filter = KeyFilter.build(others, others.length).encode();
        assertThat(filter).hasSize((int) section.length());
        System.arraycopy(filter, 0, file, (int) section.offset(), filter.length);
        reseal(footer.counts());
        assertVerificationRefused("not found by filter and index");
    }

    @Test
    void anIndexOfAnotherNumberOfPagesIsRefusedAtOpen() {
        // The last page of rows is counted among those of leaves.
        List<Section> sections = new ArrayList<>(footer.sections());
        Section rows = sections.get(0);
        Section leaves = sections.get(1);
        sections.set(0, new Section(rows.offset(), rows.length() - Page.BYTES, SectionEncoding.PLAIN, 0));
        sections.set(
                1, new Section(leaves.offset() - Page.BYTES, leaves.length() + Page.BYTES, SectionEncoding.PLAIN, 0));
        byte[] sealed =
                SegmentFooter.of(header(), FILE_ID, footer.counts(), sections).encode();
        System.arraycopy(sealed, 0, file, file.length - sealed.length, sealed.length);
        assertThatThrownBy(() -> Segment.open(files, name, SegmentTests.CHAIN))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("ROW_INDEX: pages=");
        assertThat(files.openFiles()).isZero();
    }
}
