package dev.espalier.trie.commit;

import dev.espalier.trie.Hash32;
import java.util.List;

/**
 * Writes to one account that a block is expected to make: to its record at least, since that names the storage root.
 *
 * @param account the hashed address
 * @param slots the slots expected to be written, sorted by key, without repeats
 */
public record ExpectedWrites(Hash32 account, List<Slot> slots) {
    /**
     * One slot.
     *
     * @param key the hashed slot
     * @param cleared whether the block is expected to leave 0 in it, which deletes it
     */
    public record Slot(Hash32 key, boolean cleared) {}

    /** Takes a copy of the list. */
    public ExpectedWrites {
        slots = List.copyOf(slots);
    }
}
