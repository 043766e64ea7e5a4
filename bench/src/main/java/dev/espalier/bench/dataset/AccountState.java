package dev.espalier.bench.dataset;

import dev.espalier.bench.dataset.StateOperation.SetAccount;
import dev.espalier.bench.dataset.StateOperation.SetSlot;
import dev.espalier.bench.json.JsonCursor;
import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.hash.Keccak256;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An account as a file gives it: whole, or, in a block's diff, only what changed.
 *
 * @param balance null when not given
 * @param nonce unsigned 64 bits; null when not given
 * @param codeHash null when neither code nor its hash is given
 * @param storage by slot; zero clears
 */
record AccountState(
        @Nullable UInt256 balance,
        @Nullable Long nonce,
        @Nullable Hash32 codeHash,
        Map<UInt256, UInt256> storage) {

    /** Reads the fields that are there. */
    static AccountState readChanged(JsonCursor cursor) {
        UInt256 balance = null;
        Long nonce = null;
        Hash32 codeHash = null;
        Map<UInt256, UInt256> storage = Map.of();
        cursor.enterObject();
        while (cursor.nextField()) {
            switch (cursor.field()) {
                case "balance" -> balance = cursor.quantity();
                case "nonce" -> nonce = cursor.unsigned64(cursor.quantity());
                case "code" -> codeHash = codeHashOf(cursor.bytes());
                case "codeHash" -> codeHash = cursor.hash();
                case "storage" -> storage = readStorage(cursor);
                default -> cursor.skip();
            }
        }
        return new AccountState(balance, nonce, codeHash, storage);
    }

    /** Reads a whole account, in which absent code is no code. */
    static AccountState readWhole(JsonCursor cursor) {
        int line = cursor.line();
        AccountState account = readChanged(cursor);
        return new AccountState(
                cursor.require(account.balance, "balance", line),
                cursor.require(account.nonce, "nonce", line),
                account.codeHash == null ? Account.NO_CODE : account.codeHash,
                account.storage);
    }

    /** Reads an object of whole accounts by address. */
    static Map<Address, AccountState> readState(JsonCursor cursor) {
        Map<Address, AccountState> state = new LinkedHashMap<>();
        cursor.enterObject();
        while (cursor.nextField()) {
            Address address = cursor.addressKey();
            if (state.containsKey(address)) {
                throw cursor.repeated("account");
            }
            state.put(address, readWhole(cursor));
        }
        return state;
    }

    /** Returns the operations that build a state from nothing. */
    static List<StateOperation> building(Map<Address, AccountState> state) {
        List<StateOperation> operations = new ArrayList<>();
        state.forEach((address, account) -> account.addTo(operations, address));
        return operations;
    }

    /** Returns whether a field of the account itself, not of its storage, is given. */
    boolean hasFields() {
        return balance != null || nonce != null || codeHash != null;
    }

    /** Adds the account's operations, its own fields before its slots. */
    void addTo(List<StateOperation> operations, Address address) {
        if (hasFields()) {
            operations.add(new SetAccount(address, balance, nonce, codeHash));
        }
        storage.forEach((slot, value) -> operations.add(new SetSlot(address, slot, value)));
    }

    private static Hash32 codeHashOf(byte[] code) {
        return code.length == 0 ? Account.NO_CODE : Keccak256.hash32(code);
    }

    private static Map<UInt256, UInt256> readStorage(JsonCursor cursor) {
        Map<UInt256, UInt256> storage = new LinkedHashMap<>();
        cursor.enterObject();
        while (cursor.nextField()) {
            UInt256 slot = cursor.slotKey();
            if (storage.put(slot, cursor.quantity()) != null) {
                throw cursor.repeated("slot");
            }
        }
        return storage;
    }
}
