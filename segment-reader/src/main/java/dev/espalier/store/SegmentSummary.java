package dev.espalier.store;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.format.SegmentIdentity;

/**
 * One live segment file.
 *
 * @param info its name, size and counts
 * @param identity its kind, and the seqs whose changes it holds
 * @param rowPageBytes the size of the pages that hold its rows
 * @param leafPageBytes the size of the pages that hold its leaves
 */
public record SegmentSummary(SegmentInfo info, SegmentIdentity identity, long rowPageBytes, long leafPageBytes) {}
