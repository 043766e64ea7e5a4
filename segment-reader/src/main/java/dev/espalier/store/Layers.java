package dev.espalier.store;

import org.jspecify.annotations.Nullable;

/**
 * Where a reader looks, the newest layer first. Immutable; the active overlay still takes newer versions, which a reader
 * of an older seq does not see.
 *
 * @param active takes the changes
 * @param sealed is being flushed; null if none is
 */
record Layers(Overlay active, @Nullable Overlay sealed, SegmentSet segments) {
    /** The active overlay is full: it is sealed, and a new one takes the changes. */
    Layers seal() {
        if (sealed != null) {
            throw new IllegalStateException("an overlay is sealed already");
        }
        return new Layers(new Overlay(), active, segments);
    }

    /** The sealed overlay is in a segment of the new set. */
    Layers flushed(SegmentSet with) {
        return new Layers(active, null, with);
    }

    /** Segments were merged. */
    Layers merged(SegmentSet with) {
        return new Layers(active, sealed, with);
    }
}
