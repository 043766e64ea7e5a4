package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.format.SegmentIdentity;

/**
 * One live segment file.
 *
 * @param info its name, size and counts
 * @param identity its kind, and the seqs whose changes it holds
 * @param rowPageBytes the size of the pages that hold its rows
 * @param leafPageBytes the size of the pages that hold its leaves
 * @param rowResidentBytes memory held for looking rows up: index, filter and dictionary
 * @param leafResidentBytes memory held for looking leaves up: index, filter and dictionary
 */
public record SegmentSummary(
        SegmentInfo info,
        SegmentIdentity identity,
        long rowPageBytes,
        long leafPageBytes,
        long rowResidentBytes,
        long leafResidentBytes) {
    static SegmentSummary of(Segment segment) {
        return new SegmentSummary(
                segment.info(),
                segment.identity(),
                segment.rowPageBytes(),
                segment.leafPageBytes(),
                segment.rowResidentBytes(),
                segment.leafResidentBytes());
    }
}
