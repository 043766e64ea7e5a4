package dev.espalier.store;

import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StorageChange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The storage tries that accounts lost and did not get back, each with the seq of the record that lost it. Files may still
 * hold them. Guarded by its owner.
 */
final class LostStorage {
    private final Map<Long, Long> lostAt;

    /** Begins with what a list of files says; takes a copy. */
    LostStorage(Map<Long, Long> dropped) {
        lostAt = new HashMap<>(dropped);
    }

    /** Follows a change of the state. */
    void apply(LogRecord record) {
        for (StorageChange lost : record.lost()) {
            lostAt.put(lost.storageId(), record.entry().seq());
        }
        record.regained().forEach(back -> lostAt.remove(back.storageId()));
    }

    /** Returns those that were lost before a seq. */
    Set<Long> before(long seq) {
        Set<Long> lost = new HashSet<>();
        lostAt.forEach((storageId, at) -> {
            if (at < seq) {
                lost.add(storageId);
            }
        });
        return lost;
    }

    /** Forgets those of which no file and no overlay holds anything any more. */
    void forget(Set<Long> storageIds) {
        lostAt.keySet().removeAll(storageIds);
    }

    boolean contains(long storageId) {
        return lostAt.containsKey(storageId);
    }

    /** Returns all of them as they are now. */
    Map<Long, Long> copy() {
        return Map.copyOf(lostAt);
    }
}
