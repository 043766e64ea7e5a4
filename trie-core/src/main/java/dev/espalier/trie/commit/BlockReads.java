package dev.espalier.trie.commit;

import dev.espalier.trie.Hash32;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Leaves that were read through a block from what lies below it, absent ones included, so that computing the root does
 * not read them again. Confined to one thread.
 */
final class BlockReads {
    private final Map<Key, Answer> known = new HashMap<>();

    private record Key(long trieId, Hash32 key) {}

    private record Answer(byte @Nullable [] stored) {}

    void keep(long trieId, Hash32 key, byte @Nullable [] stored) {
        known.put(new Key(trieId, key), new Answer(stored));
    }

    boolean knows(long trieId, Hash32 key) {
        return known.containsKey(new Key(trieId, key));
    }

    /** Returns the stored bytes of a leaf that is known; null if it is known to be absent. */
    byte @Nullable [] stored(long trieId, Hash32 key) {
        Answer answer = known.get(new Key(trieId, key));
        return answer == null ? null : answer.stored;
    }
}
