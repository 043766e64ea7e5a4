package dev.espalier.segment.format;

import dev.espalier.segment.key.KeyRange;

/**
 * What a segment is, fixed before its first entry.
 *
 * @param chainId the chain's number (EIP-155), so that a file of another chain is refused
 * @param fileId the number that no other file of the store has
 * @param fromSeq the first seq of the log whose changes the segment may hold
 * @param toSeq the last one
 * @param range the keys that the segment holds all of; only a base is made in parts
 */
public record SegmentIdentity(long chainId, long fileId, long fromSeq, long toSeq, SegmentKind kind, KeyRange range) {
    /** An identity of a segment that may hold any key. */
    public SegmentIdentity(long chainId, long fileId, long fromSeq, long toSeq, SegmentKind kind) {
        this(chainId, fileId, fromSeq, toSeq, kind, KeyRange.ALL);
    }

    /**
     * Checks the seqs and the kind.
     *
     * @throws IllegalArgumentException if the seqs end before they begin, or only a part of a segment that is no base
     */
    public SegmentIdentity {
        if (fromSeq > toSeq) {
            throw new IllegalArgumentException("segment: fromSeq=" + fromSeq + ", expected at most toSeq=" + toSeq);
        }
        if (kind != SegmentKind.BASE && !range.equals(KeyRange.ALL)) {
            throw new IllegalArgumentException("segment: kind=" + kind + " of " + range + ", expected all keys");
        }
    }
}
