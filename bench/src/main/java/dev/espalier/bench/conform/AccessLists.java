package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.StateOperation;
import dev.espalier.bench.dataset.StateOperation.DeleteAccount;
import dev.espalier.bench.dataset.StateOperation.SetAccount;
import dev.espalier.bench.dataset.StateOperation.SetLeaf;
import dev.espalier.bench.dataset.StateOperation.SetSlot;
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

/** Makes the access list that a block with a file's operations would come with. */
final class AccessLists {
    private AccessLists() {}

    /** Returns the list; every operation counts as a transaction of its own. */
    static BlockAccessList of(List<StateOperation> operations) {
        SortedMap<Address, Changes> accounts = new TreeMap<>(Comparator.comparing(Address::toString));
        int index = 0;
        for (StateOperation operation : operations) {
            index++;
            switch (operation) {
                case SetAccount set -> changes(accounts, set.address()).field(index);
                case DeleteAccount delete -> changes(accounts, delete.address()).field(index);
                case SetSlot set ->
                    changes(accounts, set.address())
                            .slots
                            .computeIfAbsent(set.slot(), _ -> new ArrayList<>())
                            .add(new StorageChange(index, set.value()));
                case SetLeaf _ -> {
                    // Raw leaves have no address.
                }
            }
        }
        List<AccountChanges> listed = new ArrayList<>();
        accounts.forEach((address, changes) -> listed.add(changes.of(address)));
        return new BlockAccessList(listed);
    }

    private static Changes changes(SortedMap<Address, Changes> accounts, Address address) {
        return accounts.computeIfAbsent(address, _ -> new Changes());
    }

    /** What happens to an account; that any of its fields changes is said of its balance. */
    private static final class Changes {
        private final SortedMap<UInt256, List<StorageChange>> slots = new TreeMap<>();
        private final List<BalanceChange> fields = new ArrayList<>();

        void field(int index) {
            fields.add(new BalanceChange(index, UInt256.ZERO));
        }

        AccountChanges of(Address address) {
            List<SlotChanges> changed = new ArrayList<>();
            slots.forEach((slot, changes) -> changed.add(new SlotChanges(slot, changes)));
            return new AccountChanges(address, changed, List.of(), fields, List.of(), List.of());
        }
    }
}
