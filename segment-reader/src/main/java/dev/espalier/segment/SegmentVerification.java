package dev.espalier.segment;

import dev.espalier.segment.format.EntryCounts;
import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;
import java.util.zip.CRC32C;

/** Reads a whole segment and checks it. The resident sections were checked when it was opened. */
final class SegmentVerification {
    private static final int PAGES_AT_ONCE = 64;

    private final Segment segment;
    private final SegmentFile file;

    SegmentVerification(Segment segment, SegmentFile file) {
        this.segment = segment;
        this.file = file;
    }

    void run(EntrySection rows, EntrySection leaves) {
        checkCrc(SectionKind.ROW_PAGES, rows);
        checkCrc(SectionKind.LEAF_PAGES, leaves);
        long[] rowCounts = checkEntries(rows, segment.rowsFrom(SegmentKey.firstOf(0)), false);
        long[] leafCounts = checkEntries(leaves, segment.leavesFrom(SegmentKey.firstOf(0)), true);
        EntryCounts found = new EntryCounts(rowCounts[0], leafCounts[0], rowCounts[1], leafCounts[1]);
        if (!found.equals(file.footer().counts())) {
            throw new CorruptStoreException("segment file " + file.name() + ": found " + found + ", expected "
                    + file.footer().counts());
        }
    }

    private void checkCrc(SectionKind kind, EntrySection section) {
        CRC32C crc = new CRC32C();
        byte[] chunk = new byte[PAGES_AT_ONCE * Page.BYTES];
        for (int at = 0; at < section.pages(); at += PAGES_AT_ONCE) {
            int pages = Math.min(PAGES_AT_ONCE, section.pages() - at);
            file.readPages(section.firstPage() + at, chunk, pages);
            crc.update(chunk, 0, pages * Page.BYTES);
        }
        file.requireCrc(kind, (int) crc.getValue());
    }

    /** Checks each entry; returns the number of those with a value and of tombstones. */
    private long[] checkEntries(EntrySection section, SegmentCursor cursor, boolean areLeaves) {
        long[] counts = new long[2];
        byte[] encoded = new byte[SegmentKey.BYTES];
        while (cursor.next()) {
            SegmentKey key = cursor.key();
            if (!file.identity().range().contains(key)) {
                throw new CorruptStoreException("segment file " + file.name() + ": key=" + key + " on page "
                        + (section.firstPage() + cursor.pageNumber()) + ": expected one in "
                        + file.identity().range());
            }
            if (key.isLeaf() != areLeaves || section.candidate(key, encoded) != cursor.pageNumber()) {
                throw new CorruptStoreException("segment file " + file.name() + ": key=" + key + " on page "
                        + (section.firstPage() + cursor.pageNumber())
                        + ": not found by filter and index, or in the wrong section");
            }
            counts[cursor.isTombstone() ? 1 : 0]++;
        }
        return counts;
    }
}
