package dev.espalier.segment;

import java.util.function.LongPredicate;

/**
 * How segments are merged.
 *
 * @param dropTombstones whether tombstones are left out: only if no older segment remains
 * @param isDead tells of a trie id that nothing refers to it any more, so everything of that trie is left out; asked
 *     in ascending order, from the merging thread
 * @param pace how fast; merges may share one
 * @param shortKeys whether rows go without the key rests of their leaf children, which are then found by prefix: only if
 *     no older segment remains. It is checked that each can be found
 * @param encoding the encodings to use where they pay
 */
public record MergeOptions(
        boolean dropTombstones, LongPredicate isDead, MergePace pace, boolean shortKeys, SegmentEncoding encoding) {
    /** Keeps everything that is not overwritten, at full speed. */
    public static MergeOptions keepingAll() {
        return new MergeOptions(false, trieId -> false, MergePace.unlimited(), false, SegmentEncoding.PLAIN);
    }
}
