package dev.espalier.segment.format;

/**
 * What a segment is, fixed before its first entry.
 *
 * @param chainId the chain's number (EIP-155), so that a file of another chain is refused
 * @param fileId the number that no other file of the store has
 * @param fromSeq the first seq of the log whose changes the segment may hold
 * @param toSeq the last one
 */
public record SegmentIdentity(long chainId, long fileId, long fromSeq, long toSeq, SegmentKind kind) {
    /**
     * Checks the range.
     *
     * @throws IllegalArgumentException if it ends before it begins
     */
    public SegmentIdentity {
        if (fromSeq > toSeq) {
            throw new IllegalArgumentException("segment: fromSeq=" + fromSeq + ", expected at most toSeq=" + toSeq);
        }
    }
}
