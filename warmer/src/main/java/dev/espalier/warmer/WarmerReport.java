package dev.espalier.warmer;

/**
 * What warming did, for one block or for several. Each key that was handed in is counted once as read-only, duplicate,
 * dropped, warmed or failed, unless it is still waiting.
 *
 * @param touched keys handed in: accounts and slots, by touch or by access list
 * @param readOnly keys left out because they are not expected to be written
 * @param duplicate keys that the block had handed in before
 * @param dropped keys that were never looked at: no room, or the block drained, stopped or closed first
 * @param warmed keys whose rows were read ahead
 * @param failed keys whose rows were not read to the end because a read failed
 * @param rows rows read ahead, each once a block
 * @param bytes the encoded size of these rows
 * @param useful rows read ahead that computing the root then asked for
 * @param late useful rows that were waited for, by the computation or by {@link BlockWarmer#awaitDrain}
 */
public record WarmerReport(
        long touched,
        long readOnly,
        long duplicate,
        long dropped,
        long warmed,
        long failed,
        long rows,
        long bytes,
        long useful,
        long late) {
    /** Nothing done. */
    public static final WarmerReport NONE = new WarmerReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns how many rows were read ahead that nobody has asked for, so far. */
    public long wasted() {
        return rows - useful;
    }

    /** Returns the sums. */
    public WarmerReport plus(WarmerReport other) {
        return new WarmerReport(
                touched + other.touched,
                readOnly + other.readOnly,
                duplicate + other.duplicate,
                dropped + other.dropped,
                warmed + other.warmed,
                failed + other.failed,
                rows + other.rows,
                bytes + other.bytes,
                useful + other.useful,
                late + other.late);
    }
}
