package dev.espalier.trie.commit;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.hash.Keccak256;
import java.util.HashMap;
import java.util.Map;

/**
 * Hashes addresses and slots to keys, and remembers those seen lately: an EVM reads a slot before it writes it.
 * Confined to one thread.
 */
final class KeyHashes {
    private static final int MOST_REMEMBERED = 16_384;

    private final Map<Address, Hash32> accounts = new HashMap<>();
    private final Map<UInt256, Hash32> slots = new HashMap<>();

    Hash32 of(Address address) {
        Hash32 known = accounts.get(address);
        if (known == null) {
            known = Keccak256.hash32(address.toBytes());
            remember(accounts, address, known);
        }
        return known;
    }

    Hash32 of(UInt256 slot) {
        Hash32 known = slots.get(slot);
        if (known == null) {
            known = Keccak256.hash32(slot.toBytes32());
            remember(slots, slot, known);
        }
        return known;
    }

    private static <K> void remember(Map<K, Hash32> map, K plain, Hash32 key) {
        if (map.size() == MOST_REMEMBERED) {
            map.clear();
        }
        map.put(plain, key);
    }
}
