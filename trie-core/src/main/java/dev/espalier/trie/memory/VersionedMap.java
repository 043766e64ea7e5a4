package dev.espalier.trie.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A map whose values are kept in as many versions as open readers need. A reader of a seq sees, of each key, the newest
 * value put at or before it. One thread writes; any number read.
 */
public final class VersionedMap<K, V> {
    private final ConcurrentHashMap<K, Version<V>> newest = new ConcurrentHashMap<>();
    private final Deque<Removal<K>> removals = new ArrayDeque<>();

    /** A value as of a seq; null says that the key is gone. */
    private record Version<V>(
            long seq, @Nullable V value, @Nullable Version<V> older) {}

    private record Removal<K>(long seq, K key) {}

    /** Creates an empty map. */
    public VersionedMap() {}

    /** Returns what a reader of a seq sees; null if the key was never put or is removed. */
    public @Nullable V get(K key, long seq) {
        Version<V> version = newest.get(key);
        while (version != null && version.seq > seq) {
            version = version.older;
        }
        return version == null ? null : version.value;
    }

    /**
     * Puts a value, or removes the key if it is null.
     *
     * @param seq the version, not lower than any before
     * @param readers the lower seqs that readers may still ask for, ascending; versions that none of them sees go
     */
    public void put(K key, @Nullable V value, long seq, long[] readers) {
        newest.compute(key, (_, old) -> new Version<>(seq, value, seenBy(readers, old)));
        if (value == null) {
            removals.add(new Removal<>(seq, key));
        }
    }

    /** Keeps the versions that a reader sees: one each at most, however many there are. */
    private static <V> @Nullable Version<V> seenBy(long[] readers, @Nullable Version<V> newestOld) {
        if (newestOld == null || (newestOld.older == null && newestOld.seq <= readers[readers.length - 1])) {
            return newestOld;
        }
        List<Version<V>> seen = new ArrayList<>(readers.length);
        int reader = readers.length - 1;
        for (Version<V> version = newestOld; version != null && reader >= 0; version = version.older) {
            if (version.seq <= readers[reader]) {
                seen.add(version);
                while (reader >= 0 && readers[reader] >= version.seq) {
                    reader--;
                }
            }
        }
        Version<V> kept = null;
        for (Version<V> version : seen.reversed()) {
            kept = new Version<>(version.seq, version.value, kept);
        }
        return kept;
    }

    /** Forgets removed keys that no reader can see any more; tells whether none is left to forget. */
    public boolean purge(long oldestNeeded) {
        while (!removals.isEmpty() && removals.peek().seq <= oldestNeeded) {
            Removal<K> removal = removals.remove();
            newest.computeIfPresent(
                    removal.key, (_, version) -> version.value == null && version.seq <= oldestNeeded ? null : version);
        }
        return removals.isEmpty();
    }

    /** Gives every key and its value as of a seq. */
    public void forEach(long seq, BiConsumer<K, V> action) {
        for (K key : newest.keySet()) {
            V value = get(key, seq);
            if (value != null) {
                action.accept(key, value);
            }
        }
    }
}
