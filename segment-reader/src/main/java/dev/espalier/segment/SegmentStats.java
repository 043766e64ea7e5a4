package dev.espalier.segment;

/**
 * Work of segments.
 *
 * @param pagesRead pages copied from files
 * @param bytesRead their bytes
 * @param filterNegatives lookups that a filter answered without a page
 * @param filterFalsePositives lookups that a filter let through to a page that does not have the key
 */
public record SegmentStats(long pagesRead, long bytesRead, long filterNegatives, long filterFalsePositives) {}
