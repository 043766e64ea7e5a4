package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Follows one account through the operations of one block, for the {@link ShapeCensus}. */
final class OpsOnAccount {
    private final ShapeCensus census;
    private final @Nullable OracleAccount before;
    private final StringBuilder order;
    private final Map<Bytes32, BigInteger> slots = new HashMap<>();
    private final Set<Bytes32> clearedSlots = new HashSet<>();
    private boolean exists;
    private boolean slotWaitsForAccount;
    private boolean wasDeleted;

    /** @param before the account before the block, null if it was absent */
    OpsOnAccount(ShapeCensus census, @Nullable OracleAccount before) {
        this.census = census;
        this.before = before;
        exists = before != null;
        if (before != null) {
            slots.putAll(before.storage());
        }
        order = new StringBuilder(before == null ? "absent:" : slots.isEmpty() ? "bare:" : "stored:");
    }

    void observe(Op op) {
        switch (op) {
            case Op.PutAccount put -> put(put);
            case Op.DeleteAccount delete -> delete();
            case Op.PutSlot(var accountKey, var slotKey, var value) -> {
                if (value.signum() == 0) {
                    clear(slotKey);
                } else {
                    set(slotKey, value);
                }
            }
        }
    }

    /** The letters of the operations; see {@link ShapeCensus#orders}. */
    String order() {
        return order.toString();
    }

    /** Whether the account was there at some point of the block and deleted. */
    boolean wasDeleted() {
        return wasDeleted;
    }

    private void put(Op.PutAccount put) {
        order.append('P');
        census.countIf(
                Shape.SAME_ACCOUNT_REWRITTEN,
                before != null
                        && !wasDeleted
                        && before.nonce() == put.nonce()
                        && before.balance().equals(put.balance())
                        && before.codeHash().equals(put.codeHash()));
        census.countIf(Shape.SLOT_SET_BEFORE_ITS_ACCOUNT, slotWaitsForAccount);
        slotWaitsForAccount = false;
        exists = true;
    }

    private void delete() {
        order.append('D');
        census.countIf(Shape.ABSENT_ACCOUNT_DELETED, !exists && slots.isEmpty());
        wasDeleted |= exists;
        exists = false;
        slotWaitsForAccount = false;
        slots.clear();
    }

    private void set(Bytes32 slotKey, BigInteger value) {
        order.append('S');
        census.countIf(Shape.SAME_VALUE_REWRITTEN, value.equals(slots.get(slotKey)));
        census.countIf(
                Shape.SLOT_CLEARED_THEN_RESTORED,
                clearedSlots.contains(slotKey)
                        && before != null
                        && value.equals(before.storage().get(slotKey)));
        slotWaitsForAccount |= !exists;
        slots.put(slotKey, value);
    }

    private void clear(Bytes32 slotKey) {
        order.append('Z');
        boolean present = slots.remove(slotKey) != null;
        census.countIf(Shape.ABSENT_SLOT_CLEARED, exists && !present);
        census.countIf(Shape.SLOT_OF_ABSENT_ACCOUNT_CLEARED, !exists && !present);
        census.countIf(
                Shape.SLOT_SET_THEN_CLEARED,
                present && (before == null || !before.storage().containsKey(slotKey)));
        if (present) {
            clearedSlots.add(slotKey);
        }
    }
}
