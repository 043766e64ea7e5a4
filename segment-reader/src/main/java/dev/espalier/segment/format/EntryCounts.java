package dev.espalier.segment.format;

/**
 * How many entries a segment has.
 *
 * @param rows rows that have a value
 * @param leaves leaves that have a value
 * @param rowTombstones rows said to be gone
 * @param leafTombstones leaves said to be gone
 */
public record EntryCounts(long rows, long leaves, long rowTombstones, long leafTombstones) {}
