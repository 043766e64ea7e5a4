package dev.espalier.bench.dataset;

import dev.espalier.bench.dataset.StateOperation.DeleteAccount;
import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What leads from one whole state to another. */
final class StateDifference {
    private StateDifference() {}

    /** Returns the fewest operations that turn the first state into the second. */
    static List<StateOperation> between(Map<Address, AccountState> before, Map<Address, AccountState> after) {
        List<StateOperation> operations = new ArrayList<>();
        for (Address address : before.keySet()) {
            if (!after.containsKey(address)) {
                operations.add(new DeleteAccount(address));
            }
        }
        after.forEach((address, account) -> {
            AccountState previous = before.get(address);
            AccountState changed = previous == null ? account : changed(previous, account);
            changed.addTo(operations, address);
        });
        return operations;
    }

    private static AccountState changed(AccountState before, AccountState after) {
        return new AccountState(
                changedValue(before.balance(), after.balance()),
                changedValue(before.nonce(), after.nonce()),
                changedValue(before.codeHash(), after.codeHash()),
                changedSlots(before.storage(), after.storage()));
    }

    private static <T> @Nullable T changedValue(@Nullable T before, @Nullable T after) {
        return Objects.equals(before, after) ? null : after;
    }

    private static Map<UInt256, UInt256> changedSlots(Map<UInt256, UInt256> before, Map<UInt256, UInt256> after) {
        Map<UInt256, UInt256> changed = new LinkedHashMap<>();
        for (UInt256 slot : before.keySet()) {
            if (!after.containsKey(slot)) {
                changed.put(slot, UInt256.ZERO);
            }
        }
        after.forEach((slot, value) -> {
            if (!Objects.equals(before.get(slot), value)) {
                changed.put(slot, value);
            }
        });
        return changed;
    }
}
