package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes blocks of operations on one account that nothing else touches, and keeps them valid. */
final class ScriptedAccount {
    private final ShapedValues values;
    private final Bytes32 accountKey;
    private final TreeMap<Bytes32, BigInteger> slots = new TreeMap<>();
    private final List<List<Op>> blocks = new ArrayList<>();
    private List<Op> openBlock = new ArrayList<>();
    private boolean exists;
    /** Whether a slot was set while the account was absent; the block may not end so. */
    private boolean owesAccount;

    ScriptedAccount(ShapedValues values, Bytes32 accountKey) {
        this.values = values;
        this.accountKey = accountKey;
    }

    /** Starts from the account as it is in a state. */
    ScriptedAccount resume(OracleState state) {
        OracleAccount account = state.account(accountKey);
        exists = account != null;
        if (account != null) {
            slots.putAll(account.storage());
        }
        return this;
    }

    /** The slots that are set at this point of the script; a copy. */
    SortedSet<Bytes32> slots() {
        return new TreeSet<>(slots.keySet());
    }

    /** A slot that is set at this point of the script. */
    Bytes32 anySlot() {
        return values.oneOf(List.copyOf(slots.keySet()));
    }

    BigInteger value(Bytes32 slotKey) {
        return slots.getOrDefault(slotKey, BigInteger.ZERO);
    }

    ScriptedAccount put() {
        return put(values.nonce(), values.balance(), values.codeHash());
    }

    ScriptedAccount put(long nonce, BigInteger balance, Bytes32 codeHash) {
        exists = true;
        owesAccount = false;
        openBlock.add(new Op.PutAccount(accountKey, nonce, balance, codeHash));
        return this;
    }

    ScriptedAccount delete() {
        exists = false;
        owesAccount = false;
        slots.clear();
        openBlock.add(new Op.DeleteAccount(accountKey));
        return this;
    }

    ScriptedAccount set(Bytes32 slotKey, BigInteger value) {
        owesAccount |= !exists;
        slots.put(slotKey, value);
        openBlock.add(new Op.PutSlot(accountKey, slotKey, value));
        return this;
    }

    ScriptedAccount clear(Bytes32 slotKey) {
        slots.remove(slotKey);
        openBlock.add(new Op.PutSlot(accountKey, slotKey, BigInteger.ZERO));
        return this;
    }

    /**
     * Sets and clears what it takes so that exactly these slots are set, and a few of those that stay get a new value.
     */
    ScriptedAccount moveTo(SortedSet<Bytes32> target, boolean tiny) {
        for (Bytes32 gone : slots()) {
            if (!target.contains(gone)) {
                clear(gone);
            }
        }
        for (Bytes32 slotKey : target) {
            if (!slots.containsKey(slotKey) || values.oneIn(3)) {
                set(slotKey, tiny ? values.tinyValue() : values.value());
            }
        }
        return this;
    }

    /** Closes the block; if slots were set and their account is absent, it is put last. */
    ScriptedAccount endBlock() {
        if (owesAccount) {
            put();
        }
        blocks.add(openBlock);
        openBlock = new ArrayList<>();
        return this;
    }

    /** The blocks that are closed. */
    List<List<Op>> blocks() {
        return blocks;
    }
}
