package dev.espalier.warmer;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.hash.Keccak256;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The keys of one block: hashed, and each let through once. Safe for use by several threads. */
final class BlockKeys {
    private final Set<WarmKey> seen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger admitted = new AtomicInteger();
    private final ConcurrentHashMap<Address, Hash32> hashes = new ConcurrentHashMap<>();
    private final int maxKeys;
    private final WarmCounters counters;

    /** @param maxKeys the most keys let through; the others count as dropped */
    BlockKeys(int maxKeys, WarmCounters counters) {
        this.maxKeys = maxKeys;
        this.counters = counters;
    }

    /** Returns the key of a touch. */
    WarmKey of(Touch touch) {
        return new WarmKey(account(touch.account()), slot(touch.slot()), false);
    }

    private Hash32 account(Object key) {
        return key instanceof Address address ? hash(address) : (Hash32) key;
    }

    private static @Nullable Hash32 slot(@Nullable Object key) {
        return key instanceof UInt256 slot ? hash(slot) : (Hash32) key;
    }

    /** Returns an address's hash, computed once a block. */
    Hash32 hash(Address address) {
        return hashes.computeIfAbsent(address, plain -> Keccak256.hash32(plain.toBytes()));
    }

    static Hash32 hash(UInt256 slot) {
        return Keccak256.hash32(slot.toBytes32());
    }

    /** Returns, sorted, the keys that are new and within the bound. */
    List<WarmKey> admit(Iterable<WarmKey> keys) {
        List<WarmKey> fresh = new ArrayList<>();
        for (WarmKey key : keys) {
            if (seen.contains(key)) {
                counters.duplicate.increment();
            } else if (admitted.get() >= maxKeys) {
                counters.dropped.increment();
            } else if (seen.add(key)) {
                admitted.incrementAndGet();
                fresh.add(key);
            } else {
                counters.duplicate.increment();
            }
        }
        fresh.sort(null);
        return fresh;
    }
}
