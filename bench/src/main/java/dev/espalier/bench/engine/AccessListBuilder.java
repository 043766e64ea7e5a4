package dev.espalier.bench.engine;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import dev.espalier.warmer.BlockAccessList;
import dev.espalier.warmer.BlockAccessList.AccountChanges;
import dev.espalier.warmer.BlockAccessList.BalanceChange;
import dev.espalier.warmer.BlockAccessList.SlotChanges;
import dev.espalier.warmer.BlockAccessList.StorageChange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects the writes of a block into its access list; each counts as a transaction of its own. Confined to one thread. */
public final class AccessListBuilder {
    private final SortedMap<Address, Changes> accounts = new TreeMap<>(Comparator.comparing(Address::toString));
    private int index;

    /** Creates an empty list. */
    public AccessListBuilder() {}

    /** An account that a block changes; that any of its fields changes is said of its balance. */
    private static final class Changes {
        private final SortedMap<UInt256, List<StorageChange>> slots = new TreeMap<>();
        private final List<BalanceChange> fields = new ArrayList<>();

        AccountChanges of(Address address) {
            List<SlotChanges> changed = new ArrayList<>();
            slots.forEach((slot, changes) -> changed.add(new SlotChanges(slot, changes)));
            return new AccountChanges(address, changed, List.of(), fields, List.of(), List.of());
        }
    }

    /** Adds a write of an account's fields, or its deletion. */
    public void account(Address address) {
        index++;
        changes(address).fields.add(new BalanceChange(index, UInt256.ZERO));
    }

    /** Adds a write of a slot. */
    public void slot(Address address, UInt256 slot, UInt256 value) {
        index++;
        changes(address).slots.computeIfAbsent(slot, _ -> new ArrayList<>()).add(new StorageChange(index, value));
    }

    private Changes changes(Address address) {
        return accounts.computeIfAbsent(address, _ -> new Changes());
    }

    /** Returns the list of what was added. */
    public BlockAccessList build() {
        List<AccountChanges> listed = new ArrayList<>();
        accounts.forEach((address, changes) -> listed.add(changes.of(address)));
        return new BlockAccessList(listed);
    }
}
