package dev.espalier.store;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowChanges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The contract of a row cache with one lock, no bound and no thought of speed; checks every row that it gives. */
final class PlainRowCache implements RowCache {
    /** When a publication fails. */
    enum Failure {
        NEVER,
        BEFORE_VISIBLE,
        AFTER_VISIBLE
    }

    private record Entry(BranchRow row, long stamp) {}

    private final Map<BranchPath, Entry> entries = new HashMap<>();
    final List<BranchPath> published = new ArrayList<>();
    Failure failure = Failure.NEVER;
    Runnable onPublish = () -> {};
    long blocks;
    long asked;
    private long generation;
    private long newest;

    @Override
    public synchronized long generation() {
        return generation;
    }

    @Override
    public synchronized @Nullable BranchRow get(BranchPath path, NodeRef ref, long reader) {
        asked++;
        Entry entry = entries.get(path);
        if (entry == null || entry.stamp > reader || reader > generation) {
            return null;
        }
        if (!new NodeHasher().branch(entry.row).equals(ref)) {
            throw new AssertionError("cached row " + path + " of generation " + entry.stamp + " does not hash to " + ref
                    + ", asked for by a reader of generation " + reader);
        }
        return entry.row;
    }

    @Override
    public synchronized void fill(BranchPath path, BranchRow row, long reader) {
        if (reader == generation) {
            entries.putIfAbsent(path, new Entry(row, reader));
        }
    }

    @Override
    public synchronized void publish(RowChanges changes, LongConsumer makeVisible) {
        onPublish.run();
        newest++;
        long next = newest;
        try {
            changes.forEach((path, _, after) -> put(path, after, next));
            fail(Failure.BEFORE_VISIBLE);
            makeVisible.accept(next);
            fail(Failure.AFTER_VISIBLE);
            generation = next;
        } catch (RuntimeException e) {
            clear();
            throw e;
        }
    }

    private void put(BranchPath path, @Nullable BranchRow after, long stamp) {
        published.add(path);
        if (after == null) {
            entries.remove(path);
        } else {
            entries.put(path, new Entry(after, stamp));
        }
    }

    private void fail(Failure at) {
        if (failure == at) {
            throw new IllegalStateException("made up: " + at);
        }
    }

    @Override
    public synchronized void blockCommitted() {
        blocks++;
    }

    @Override
    public synchronized long clear() {
        entries.clear();
        newest++;
        generation = newest;
        return generation;
    }

    /** Gives up some rows for room. */
    synchronized void evict(Random random) {
        entries.keySet().removeIf(_ -> random.nextInt(3) > 0);
    }

    synchronized int size() {
        return entries.size();
    }
}
