package dev.espalier.warmer;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.ExpectedWrites;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hashed key to read ahead for.
 *
 * @param slot null for the account itself
 * @param cleared whether the slot is expected to be 0 after the block
 */
record WarmKey(Hash32 account, @Nullable Hash32 slot, boolean cleared) implements Comparable<WarmKey> {
    /** Orders by account, then slot, the account itself first. */
    @Override
    public int compareTo(WarmKey other) {
        int order = account.compareTo(other.account);
        if (order != 0) {
            return order;
        }
        if (slot == null || other.slot == null) {
            return Boolean.compare(slot != null, other.slot != null);
        }
        int bySlot = slot.compareTo(other.slot);
        return bySlot == 0 ? Boolean.compare(other.cleared, cleared) : bySlot;
    }

    /** Returns the writes that sorted keys stand for; of a slot that is there twice, what the first one says. */
    static List<ExpectedWrites> writes(List<WarmKey> sorted) {
        List<ExpectedWrites> writes = new ArrayList<>();
        List<ExpectedWrites.Slot> slots = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            WarmKey key = sorted.get(i);
            Hash32 slot = key.slot;
            if (slot != null && (slots.isEmpty() || !slots.getLast().key().equals(slot))) {
                slots.add(new ExpectedWrites.Slot(slot, key.cleared));
            }
            if (i + 1 == sorted.size() || !sorted.get(i + 1).account.equals(key.account)) {
                writes.add(new ExpectedWrites(key.account, slots));
                slots.clear();
            }
        }
        return writes;
    }
}
