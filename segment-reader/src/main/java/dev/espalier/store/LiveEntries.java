package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.key.SegmentKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows, or the leaves, that a view shows, in order: of each key the newest layer's entry, without those that are
 * gone. Stands at an entry or at the end. Memory: a buffer a layer, and the overlays' keys. Confined to one thread.
 */
final class LiveEntries {
    /** The newest first. */
    private final List<LayerEntries> layers = new ArrayList<>();

    private final int overlays;
    private @Nullable SegmentKey position;
    private @Nullable SegmentKey key;
    private byte[] value = new byte[0];
    private String place = "";
    private boolean inSegment;

    LiveEntries(Layers of, long seq, boolean leaves) {
        layers.add(LayerEntries.ofOverlay(of.active(), seq, leaves));
        if (of.sealed() != null) {
            layers.add(LayerEntries.ofOverlay(of.sealed(), seq, leaves));
        }
        overlays = layers.size();
        for (List<Segment> layer : of.segments().layers()) {
            layers.add(LayerEntries.ofSegments(layer, leaves));
        }
    }

    /** Returns the current entry's key; null at the end. */
    @Nullable
    SegmentKey key() {
        return key;
    }

    byte[] value() {
        return value;
    }

    /** Returns the name of the layer that the current entry is in. */
    String place() {
        return place;
    }

    /** Tells whether the current entry is in a segment. */
    boolean inSegment() {
        return inSegment;
    }

    /** Goes to the first entry that is not below a key. Layers that stand there already stay. */
    void seek(SegmentKey target) {
        boolean forward = position != null && position.compareTo(target) <= 0;
        for (LayerEntries layer : layers) {
            SegmentKey at = layer.key();
            if (!forward || (at != null && at.compareTo(target) < 0)) {
                layer.seek(target);
            }
        }
        position = target;
        settle();
    }

    /** Goes to the next entry. */
    void advance() {
        SegmentKey last = key;
        if (last != null) {
            pass(last);
            settle();
        }
    }

    private void pass(SegmentKey last) {
        position = last;
        for (LayerEntries layer : layers) {
            if (last.equals(layer.key())) {
                layer.advance();
            }
        }
    }

    /** Takes the least key's newest entry, and passes over it where that is a tombstone. */
    private void settle() {
        while (true) {
            int newest = -1;
            for (int i = 0; i < layers.size(); i++) {
                SegmentKey at = layers.get(i).key();
                if (at != null && (newest < 0 || at.compareTo(keyOf(newest)) < 0)) {
                    newest = i;
                }
            }
            if (newest < 0) {
                key = null;
                return;
            }
            byte[] found = layers.get(newest).value();
            if (found != null) {
                key = keyOf(newest);
                value = found;
                place = layers.get(newest).place();
                inSegment = newest >= overlays;
                return;
            }
            pass(keyOf(newest));
        }
    }

    private SegmentKey keyOf(int layer) {
        SegmentKey at = layers.get(layer).key();
        if (at == null) {
            throw new IllegalStateException("layer " + layer + " is at its end");
        }
        return at;
    }
}
