package dev.espalier.segment;

import dev.espalier.segment.format.SegmentIdentity;

/**
 * A file that a merge is to write.
 *
 * @param name the name that it will have
 * @param identity what it will be; its range is the part of the keys that it takes
 */
public record MergeOutput(String name, SegmentIdentity identity) {}
