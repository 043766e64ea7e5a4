package dev.espalier.trie.spi;

import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A batch of leaves asked for at once, sorted by trie id and key, and the answers. Confined to one thread at a time. */
public final class LeafRequests {
    private final List<Key> keys = new ArrayList<>();
    private final List<byte @Nullable []> stored = new ArrayList<>();

    /** Names a leaf in the store. */
    private record Key(long trieId, Hash32 key) {}

    /** Creates an empty batch. */
    public LeafRequests() {}

    /** Asks for a leaf. */
    public void add(long trieId, Hash32 key) {
        keys.add(new Key(trieId, key));
        stored.add(null);
    }

    /** Returns the number of requests. */
    public int size() {
        return keys.size();
    }

    /** Returns the trie of one request. */
    public long trieId(int index) {
        return keys.get(index).trieId;
    }

    /** Returns the key of one request. */
    public Hash32 key(int index) {
        return keys.get(index).key;
    }

    /** Returns the answer to one request, not to be changed; null if there is no such leaf. */
    public byte @Nullable [] stored(int index) {
        return stored.get(index);
    }

    /**
     * Answers one request.
     *
     * @param bytes kept by reference, so they must not change afterwards
     */
    public void answer(int index, byte @Nullable [] bytes) {
        stored.set(index, bytes);
    }
}
