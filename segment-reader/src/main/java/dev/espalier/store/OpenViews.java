package dev.espalier.store;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** The views that are not closed yet. A change of the overlay keeps what they may read. Safe for use by any thread. */
final class OpenViews {
    private final Set<LayeredView> views = new HashSet<>();

    /** Takes a view that {@code opening} opens; no {@link #readers} are counted meanwhile. */
    synchronized LayeredView open(Supplier<LayeredView> opening) {
        LayeredView view = opening.get();
        views.add(view);
        return view;
    }

    synchronized void closed(LayeredView view) {
        views.remove(view);
    }

    /**
     * Returns the seqs that views show or may be opened on, ascending.
     *
     * @param headSeq the newest one, which does not change during the call
     */
    synchronized long[] readers(long headSeq) {
        return LongStream.concat(LongStream.of(headSeq), views.stream().mapToLong(LayeredView::seq))
                .sorted()
                .distinct()
                .toArray();
    }

    synchronized int count() {
        return views.size();
    }
}
