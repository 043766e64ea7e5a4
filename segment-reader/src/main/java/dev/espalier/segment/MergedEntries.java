package dev.espalier.segment;

import dev.espalier.segment.key.SegmentKey;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The rows, or the leaves, of several segments in order: of each key the newest entry, without what the options leave
 * out. Confined to one thread, which holds a reference of each segment.
 */
final class MergedEntries {
    private final PriorityQueue<MergeInput> inputs = new PriorityQueue<>();
    private final MergeOptions options;
    private final TrieChoice choice;
    private long bytesRead;
    private @Nullable SegmentKey key;
    private byte @Nullable [] value;

    /** Stands before the first entry. */
    MergedEntries(List<Segment> newestFirst, boolean ofLeaves, MergeOptions options) {
        this.options = options;
        choice = new TrieChoice(options.isDead());
        int age = 0;
        for (List<Segment> layer : LayerCursor.layersOf(newestFirst)) {
            advance(new MergeInput(new LayerCursor(layer, ofLeaves, SegmentKey.firstOf(0)), age));
            age++;
        }
    }

    /** Returns the current entry's key; null at the end. */
    @Nullable
    SegmentKey key() {
        return key;
    }

    /** Returns the current entry's value; null for a tombstone. */
    byte @Nullable [] value() {
        return value;
    }

    /** Returns how many bytes were read of files so far. */
    long bytesRead() {
        return bytesRead;
    }

    /** Goes to the next entry. */
    void next() {
        while (!inputs.isEmpty()) {
            MergeInput newest = inputs.remove();
            SegmentKey at = newest.key();
            if (choice.isDead(at.trieId())) {
                skipTrie(newest, at.trieId());
                continue;
            }
            value = newest.value();
            advance(newest);
            skipOlder(at);
            if (value != null || !options.dropTombstones()) {
                key = at;
                return;
            }
        }
        key = null;
        value = null;
    }

    private void advance(MergeInput input) {
        long before = input.bytesRead();
        if (input.next()) {
            inputs.add(input);
        }
        bytesRead += input.bytesRead() - before;
    }

    private void skipOlder(SegmentKey at) {
        MergeInput older = inputs.peek();
        while (older != null && older.key().equals(at)) {
            inputs.remove();
            advance(older);
            older = inputs.peek();
        }
    }

    /** Moves an input behind a trie without reading its pages. */
    private void skipTrie(MergeInput input, long trieId) {
        long next = trieId + 1;
        if (next != 0) {
            input.seek(SegmentKey.firstOf(next));
            advance(input);
        }
    }
}
