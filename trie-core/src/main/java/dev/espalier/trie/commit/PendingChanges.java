package dev.espalier.trie.commit;

import dev.espalier.trie.Account;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was written to a block since its root was computed last, by account: the net effect, whatever the order of the
 * calls. Confined to one thread.
 */
final class PendingChanges {
    private final Map<Hash32, OfAccount> accounts = new HashMap<>();
    private final Map<Hash32, LeafWrite> leaves = new HashMap<>();

    /** A raw leaf's new bytes; null deletes it. */
    record LeafWrite(byte @Nullable [] bytes) {}

    /** What becomes of an account's own fields. */
    enum Fate {
        /** They stay, if the account exists. */
        KEPT,
        /** They are given. */
        PUT,
        /** The account is gone. */
        DELETED
    }

    /** The net writes to one account. */
    static final class OfAccount {
        private final Hash32 key;
        private final Object name;
        private final Map<Hash32, UInt256> slots = new HashMap<>();
        private Fate fate = Fate.KEPT;
        private @Nullable Account account;
        private boolean dropsStorage;

        private OfAccount(Hash32 key, Object name) {
            this.key = key;
            this.name = name;
        }

        void put(Account given) {
            fate = Fate.PUT;
            account = given;
        }

        void delete() {
            fate = Fate.DELETED;
            account = null;
            dropsStorage = true;
            slots.clear();
        }

        void write(Hash32 slot, UInt256 value) {
            slots.put(slot, value);
        }

        Hash32 key() {
            return key;
        }

        /** The address, or the key where the caller gave only that. */
        String name() {
            return name.toString();
        }

        Fate fate() {
            return fate;
        }

        @Nullable
        Account account() {
            return account;
        }

        /** Whether storage from before these writes is gone. */
        boolean dropsStorage() {
            return dropsStorage;
        }

        Map<Hash32, UInt256> slots() {
            return slots;
        }
    }

    boolean isEmpty() {
        return accounts.isEmpty() && leaves.isEmpty();
    }

    void clear() {
        accounts.clear();
        leaves.clear();
    }

    @Nullable
    OfAccount find(Hash32 key) {
        return accounts.get(key);
    }

    /** Returns the writes to an account; {@code plain} names it in errors. */
    OfAccount of(Hash32 key, Object plain) {
        OfAccount known = accounts.get(key);
        if (known == null) {
            known = new OfAccount(key, plain);
            accounts.put(key, known);
        }
        return known;
    }

    Map<Hash32, OfAccount> accounts() {
        return accounts;
    }

    Map<Hash32, LeafWrite> leaves() {
        return leaves;
    }
}
