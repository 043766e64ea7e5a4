package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One order of steps of a publisher, readers that fill, and an evictor, over one path whose row differs in every version.
 * A publication calls out between its parts, so the steps of others are taken from within it, on one thread.
 *
 * <p>Every row that a reader finds must be that of the version which it opened.
 */
final class Scenario {
    /** What happens to the row with each version after the first. */
    enum Change {
        REPLACE,
        REMOVE,
        /** The store fails before the new version is visible. */
        FAIL_BEFORE,
        /** The store makes the new version visible, and fails. */
        FAIL_AFTER
    }

    /** The publisher steps at: its begin, before the row, before the version is visible, and after that or after it failed. */
    static final int PUBLISHER_STEPS = 4;
    /** A reader opens a view, looks the row up, and offers what its files say. */
    static final int READER_STEPS = 3;

    /** Nothing is compared with it: the check would hide what the gate lets through. */
    private static final NodeRef ANY = NodeRef.ofHash(Hash32.ZERO);

    private static final Map<String, BranchRow> ROWS = new ConcurrentHashMap<>();

    private final BranchCache cache;
    private final BranchPath path;
    private final List<@Nullable BranchRow> versions = new ArrayList<>();
    private final List<Change> changes;
    private final List<Reader> readers = new ArrayList<>();
    private final Deque<Integer> order = new ArrayDeque<>();
    private Head head;
    private @Nullable String fault;

    private record Head(int version, long generation) {}

    private static final class Reader {
        private Head view;
        private int step;

        Reader(Head view) {
            this.view = view;
        }
    }

    /** Starts from an empty cache. */
    Scenario(BranchCache cache, BranchPath path, List<Change> changes, int readers) {
        this.cache = cache;
        this.path = path;
        this.changes = changes;
        head = new Head(0, cache.clear());
        versions.add(row(path, 0));
        for (int i = 0; i < changes.size(); i++) {
            versions.add(changes.get(i) == Change.REMOVE ? null : row(path, i + 1));
        }
        for (int i = 0; i < readers; i++) {
            this.readers.add(new Reader(head));
        }
    }

    private static BranchRow row(BranchPath path, int version) {
        return ROWS.computeIfAbsent(path.toString() + '@' + version, _ -> Rows.row(path, version));
    }

    /**
     * Plays an order: actor 0 is the publisher, then come the readers, then an evictor.
     *
     * @return what a reader found that it must not; null if nothing
     */
    @Nullable
    String play(List<Integer> steps) {
        order.addAll(steps);
        for (int version = 1; version < versions.size(); version++) {
            othersUntilPublisher();
            publish(version);
        }
        othersUntilPublisher();
        // What is left in the cache must be right for the last version, too.
        Reader last = new Reader(head);
        open(last);
        find(last);
        return fault;
    }

    private void publish(int version) {
        Change change = changes.get(version - 1);
        try {
            cache.publish(
                    hook -> {
                        othersUntilPublisher();
                        hook.rowChanged(path, null, versions.get(version));
                    },
                    generation -> {
                        othersUntilPublisher();
                        if (change != Change.FAIL_BEFORE) {
                            head = new Head(version, generation);
                        }
                        if (change == Change.FAIL_BEFORE || change == Change.FAIL_AFTER) {
                            throw new IllegalStateException("made up");
                        }
                        othersUntilPublisher();
                    });
        } catch (IllegalStateException e) {
            othersUntilPublisher();
            head = new Head(head.version, cache.generation());
        }
    }

    /** Takes the steps of others up to and including the publisher's next mark. */
    private void othersUntilPublisher() {
        while (!order.isEmpty()) {
            int actor = order.remove();
            if (actor == 0) {
                return;
            }
            if (actor <= readers.size()) {
                step(readers.get(actor - 1));
            } else {
                evict();
            }
        }
    }

    private void step(Reader reader) {
        switch (reader.step++) {
            case 0 -> open(reader);
            case 1 -> find(reader);
            default -> offer(reader);
        }
    }

    private void open(Reader reader) {
        reader.view = head;
    }

    private void offer(Reader reader) {
        BranchRow read = versions.get(reader.view.version);
        if (read != null) {
            cache.fill(path, read, reader.view.generation);
        }
    }

    private void find(Reader reader) {
        Head view = reader.view;
        BranchRow found = cache.get(path, ANY, view.generation);
        if (found != null && !found.equals(versions.get(view.version))) {
            fault = "a reader of version " + view.version + " found the row of version " + versions.indexOf(found);
        }
    }

    private void evict() {
        List<CachedRow> rows = new ArrayList<>();
        cache.forEach((_, row) -> rows.add(row), (_, row) -> rows.add(row));
        rows.forEach(row -> cache.drop(path, row));
    }
}
