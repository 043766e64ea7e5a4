package dev.espalier.bench.replay;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The gas of one transaction, which is the first to touch whatever it touches. Confined to one thread. */
final class TransactionGas {
    private record Slot(Address address, UInt256 slot) {}

    private final Address recipient;
    private final Set<Address> warm = new HashSet<>();
    /** Values at the start of the transaction, of warm slots. */
    private final Map<Slot, UInt256> originals = new HashMap<>();

    private long used = GasSchedule.TRANSACTION;
    private long refunds;

    /** Begins a transaction: sender and recipient are warm. */
    TransactionGas(Address sender, Address recipient) {
        this.recipient = recipient;
        warm.add(sender);
        warm.add(recipient);
    }

    void readAccount(Address address) {
        used += warm.add(address) ? GasSchedule.COLD_ACCOUNT : GasSchedule.WARM_ACCESS;
    }

    /**
     * A payment by a call; what the transaction itself pays to its recipient costs nothing more.
     *
     * @param present whether the account is there already
     */
    void pay(Address address, boolean present) {
        if (address.equals(recipient)) {
            return;
        }
        readAccount(address);
        used += GasSchedule.PAYMENT + (present ? 0 : GasSchedule.NEW_ACCOUNT);
    }

    void readSlot(Address address, UInt256 slot, UInt256 current) {
        boolean cold = originals.putIfAbsent(new Slot(address, slot), current) == null;
        used += cold ? GasSchedule.COLD_SLOT : GasSchedule.WARM_ACCESS;
    }

    void changeSlot(Address address, UInt256 slot, UInt256 current, UInt256 value) {
        UInt256 known = originals.putIfAbsent(new Slot(address, slot), current);
        UInt256 original = known == null ? current : known;
        used += (known == null ? GasSchedule.COLD_SLOT : 0) + GasSchedule.store(original, current, value);
        refunds += GasSchedule.refund(original, current, value);
    }

    void compute(long gas) {
        used += gas;
    }

    /** Returns the transaction's gas, if it ends here. */
    long total() {
        return GasSchedule.afterRefund(used, refunds);
    }
}
