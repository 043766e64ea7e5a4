package dev.espalier.segment;

import dev.espalier.segment.format.EntryCounts;
import dev.espalier.segment.format.SegmentFooter;

/**
 * What is recorded of a segment outside of its file, enough to tell that a file is the one that was meant.
 *
 * @param name the file's name
 * @param fileId the number that no other file of the store has
 * @param bytes length of the file
 * @param rows rows that have a value
 * @param leaves leaves that have a value
 * @param rowTombstones rows said to be gone
 * @param leafTombstones leaves said to be gone
 * @param footerCrc checksum of the footer, which covers the checksums of everything else
 */
public record SegmentInfo(
        String name,
        long fileId,
        long bytes,
        long rows,
        long leaves,
        long rowTombstones,
        long leafTombstones,
        int footerCrc) {
    static SegmentInfo of(String name, SegmentFooter footer) {
        EntryCounts counts = footer.counts();
        return new SegmentInfo(
                name,
                footer.fileId(),
                footer.fileBytes(),
                counts.rows(),
                counts.leaves(),
                counts.rowTombstones(),
                counts.leafTombstones(),
                footer.crc());
    }

    /** Returns the number of entries, tombstones included. */
    public long entries() {
        return rows + leaves + rowTombstones + leafTombstones;
    }
}
