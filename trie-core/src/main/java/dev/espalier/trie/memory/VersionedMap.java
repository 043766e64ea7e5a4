package dev.espalier.trie.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A map whose values are kept in as many versions as open readers need. A reader of a seq sees, of each key, the newest
 * value put at or before it. One thread writes; any number read.
 */
final class VersionedMap<K, V> {
    private final ConcurrentHashMap<K, Version<V>> newest = new ConcurrentHashMap<>();
    private final Deque<Removal<K>> removals = new ArrayDeque<>();

    /** A value as of a seq; null says that the key is gone. */
    private record Version<V>(long seq, @Nullable V value, @Nullable Version<V> older) {}

    private record Removal<K>(long seq, K key) {}

    @Nullable V get(K key, long seq) {
        Version<V> version = newest.get(key);
        while (version != null && version.seq > seq) {
            version = version.older;
        }
        return version == null ? null : version.value;
    }

    /**
     * Puts a value, or removes the key if it is null.
     *
     * @param oldestNeeded the lowest seq that a reader may still ask for
     */
    void put(K key, @Nullable V value, long seq, long oldestNeeded) {
        newest.compute(key, (_, old) -> new Version<>(seq, value, needed(old, oldestNeeded)));
        if (value == null) {
            removals.add(new Removal<>(seq, key));
        }
    }

    private static <V> @Nullable Version<V> needed(@Nullable Version<V> version, long oldestNeeded) {
        if (version == null || (version.seq <= oldestNeeded && version.older == null)) {
            return version;
        }
        Version<V> older = version.seq <= oldestNeeded ? null : needed(version.older, oldestNeeded);
        return new Version<>(version.seq, version.value, older);
    }

    /** Forgets removed keys that no reader can see any more; tells whether none is left to forget. */
    boolean purge(long oldestNeeded) {
        while (!removals.isEmpty() && removals.peek().seq <= oldestNeeded) {
            Removal<K> removal = removals.remove();
            newest.computeIfPresent(
                    removal.key, (_, version) -> version.value == null && version.seq <= oldestNeeded ? null : version);
        }
        return removals.isEmpty();
    }

    /** Gives every key and its value as of a seq. */
    void forEach(long seq, BiConsumer<K, V> action) {
        for (K key : newest.keySet()) {
            V value = get(key, seq);
            if (value != null) {
                action.accept(key, value);
            }
        }
    }
}
