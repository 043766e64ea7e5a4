package dev.espalier.trie.commit;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.LeafValue;
import org.jspecify.annotations.Nullable;

/** Reads accounts and slots from stored leaves. As safe for several threads as its lookup. */
final class StateReader {
    private final LeafLookup lookup;

    /** Finds a leaf's stored bytes; null if there is no such leaf. */
    @FunctionalInterface
    interface LeafLookup {
        byte @Nullable [] leaf(long trieId, Hash32 key);
    }

    StateReader(LeafLookup lookup) {
        this.lookup = lookup;
    }

    @Nullable
    AccountRecord account(Hash32 key) {
        byte[] stored = lookup.leaf(0, key);
        return stored == null ? null : AccountRecord.decode(stored);
    }

    /** Returns a slot's value in the storage trie that the account has now. */
    UInt256 storage(Hash32 account, Hash32 slot) {
        AccountRecord record = account(account);
        if (record == null || record.storageId() == 0) {
            return UInt256.ZERO;
        }
        byte[] stored = lookup.leaf(record.storageId(), slot);
        return stored == null ? UInt256.ZERO : LeafValue.slot(stored);
    }

    byte @Nullable [] leaf(Hash32 key) {
        byte[] stored = lookup.leaf(0, key);
        return stored == null ? null : stored.clone();
    }
}
