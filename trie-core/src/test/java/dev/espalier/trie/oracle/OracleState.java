package dev.espalier.trie.oracle;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The accounts and their storage, and the roots over them (Yellow Paper, section 4.1), on hashed keys:
 * {@code accountKey = keccak(address)}, {@code slotKey = keccak(slot)}. A test may as well choose the keys itself.
 *
 * <p>Operations apply in order. {@code putAccount} keeps the storage. {@code deleteAccount} drops the account, its
 * storage and all that earlier operations of the block did to it; later operations start afresh. A zero value deletes a
 * slot; on an absent slot or account it changes nothing. A non-zero slot may be set before its account is put, but the
 * account has to be there when the block ends. No account is dropped for being empty.
 */
public final class OracleState {
    /** The code hash of an account without code: Keccak-256 of no bytes. */
    public static final Bytes32 EMPTY_CODE_HASH = Bytes32.hashOf(new byte[0]);

    /** The root of a trie without keys. */
    public static final Bytes32 EMPTY_ROOT = new OracleTrie().root();

    private static final int WORD_BITS = 256;

    private Map<Bytes32, Entry> entries = new HashMap<>();

    /** What the state is told about one account; slots without fields wait for their account. */
    private static final class Entry {
        private @Nullable Fields fields;
        private final TreeMap<Bytes32, BigInteger> slots;
        /** Null when the slots changed since it was computed. */
        private @Nullable Bytes32 storageRoot;

        Entry() {
            slots = new TreeMap<>();
        }

        Entry(Entry other) {
            fields = other.fields;
            slots = new TreeMap<>(other.slots);
            storageRoot = other.storageRoot;
        }

        Bytes32 storageRoot() {
            if (storageRoot == null) {
                storageRoot = storageTrie().root();
            }
            return storageRoot;
        }

        OracleTrie storageTrie() {
            OracleTrie trie = new OracleTrie();
            slots.forEach((slotKey, value) -> trie.put(slotKey, Rlp.number(value)));
            return trie;
        }
    }

    private record Fields(long nonce, BigInteger balance, Bytes32 codeHash) {}

    /**
     * The branch nodes of all tries.
     *
     * @param accountTrie by path
     * @param storageTries by account key, then by path; only accounts with storage
     */
    public record Branches(
            SortedMap<String, OracleBranch> accountTrie,
            SortedMap<Bytes32, SortedMap<String, OracleBranch>> storageTries) {}

    /** An independent copy. */
    public OracleState copy() {
        OracleState copy = new OracleState();
        entries.forEach((accountKey, entry) -> copy.entries.put(accountKey, new Entry(entry)));
        return copy;
    }

    /**
     * Applies a block: all of it or, if it throws, nothing.
     *
     * @throws IllegalStateException if a non-zero slot is left without its account
     */
    public void applyBlock(List<Op> block) {
        OracleState draft = copy();
        block.forEach(draft::apply);
        draft.endBlock();
        entries = draft.entries;
    }

    /** Applies one operation of a block. */
    public void apply(Op op) {
        switch (op) {
            case Op.PutAccount(var accountKey, var nonce, var balance, var codeHash) ->
                putAccount(accountKey, nonce, balance, codeHash);
            case Op.DeleteAccount(var accountKey) -> deleteAccount(accountKey);
            case Op.PutSlot(var accountKey, var slotKey, var value) -> putSlot(accountKey, slotKey, value);
        }
    }

    /**
     * Sets an account's fields and creates the account if it is absent.
     *
     * @param nonce unsigned
     * @param balance in wei, 0 to 2^256-1
     */
    public void putAccount(Bytes32 accountKey, long nonce, BigInteger balance, Bytes32 codeHash) {
        entry(accountKey).fields = new Fields(nonce, checkWord("balance", balance), codeHash);
    }

    /** As {@link #putAccount(Bytes32, long, BigInteger, Bytes32)}, by address. */
    public void putAccountAt(byte[] address, long nonce, BigInteger balance, Bytes32 codeHash) {
        putAccount(Bytes32.hashOf(address), nonce, balance, codeHash);
    }

    /** Deletes an account and its storage; nothing happens if it is absent. */
    public void deleteAccount(Bytes32 accountKey) {
        entries.remove(accountKey);
    }

    /** As {@link #deleteAccount(Bytes32)}, by address. */
    public void deleteAccountAt(byte[] address) {
        deleteAccount(Bytes32.hashOf(address));
    }

    /**
     * Sets a storage slot.
     *
     * @param value 0 to 2^256-1; zero deletes the slot
     */
    public void putSlot(Bytes32 accountKey, Bytes32 slotKey, BigInteger value) {
        Entry entry = entry(accountKey);
        BigInteger previous =
                checkWord("value", value).signum() == 0 ? entry.slots.remove(slotKey) : entry.slots.put(slotKey, value);
        BigInteger before = previous == null ? BigInteger.ZERO : previous;
        if (!before.equals(value)) {
            entry.storageRoot = null;
        }
        if (entry.fields == null && entry.slots.isEmpty()) {
            entries.remove(accountKey);
        }
    }

    /** As {@link #putSlot(Bytes32, Bytes32, BigInteger)}, by address and slot. */
    public void putSlotAt(byte[] address, byte[] slot, BigInteger value) {
        putSlot(Bytes32.hashOf(address), Bytes32.hashOf(slot), value);
    }

    /**
     * Ends a block whose operations were applied one by one.
     *
     * @throws IllegalStateException if a non-zero slot is left without its account; the state is then of no further use
     */
    public void endBlock() {
        entries.forEach(OracleState::fields);
    }

    /** The keys of the accounts that are there, sorted; a fresh set. */
    public SortedSet<Bytes32> accountKeys() {
        SortedSet<Bytes32> keys = new TreeSet<>();
        entries.forEach((accountKey, entry) -> {
            if (entry.fields != null) {
                keys.add(accountKey);
            }
        });
        return keys;
    }

    /** How many leaves all tries have together: accounts and slots. */
    public int leafCount() {
        return entries.values().stream()
                .mapToInt(entry -> entry.slots.size() + 1)
                .sum();
    }

    /** A snapshot of an account, or null if it is absent. */
    public @Nullable OracleAccount account(Bytes32 accountKey) {
        Entry entry = entries.get(accountKey);
        if (entry == null || entry.fields == null) {
            return null;
        }
        return new OracleAccount(entry.fields.nonce, entry.fields.balance, entry.fields.codeHash, entry.slots);
    }

    /**
     * The root of the account trie.
     *
     * @throws IllegalStateException if a non-zero slot is left without its account
     */
    public Bytes32 stateRoot() {
        return accountTrie().root();
    }

    /** The root of an account's storage trie; {@link #EMPTY_ROOT} if the account or its storage is absent. */
    public Bytes32 storageRoot(Bytes32 accountKey) {
        Entry entry = entries.get(accountKey);
        return entry == null ? EMPTY_ROOT : entry.storageRoot();
    }

    /**
     * The account trie: account key to RLP of [nonce, balance, storage root, code hash].
     *
     * @throws IllegalStateException if a non-zero slot is left without its account
     */
    public OracleTrie accountTrie() {
        OracleTrie trie = new OracleTrie();
        entries.forEach((accountKey, entry) -> {
            Fields fields = fields(accountKey, entry);
            trie.put(
                    accountKey,
                    Rlp.list(List.of(
                            Rlp.number(new BigInteger(Long.toUnsignedString(fields.nonce))),
                            Rlp.number(fields.balance),
                            Rlp.string(entry.storageRoot().bytes()),
                            Rlp.string(fields.codeHash.bytes()))));
        });
        return trie;
    }

    /** An account's storage trie, slot key to RLP of the value; empty if the account is absent. */
    public OracleTrie storageTrie(Bytes32 accountKey) {
        Entry entry = entries.get(accountKey);
        return entry == null ? new OracleTrie() : entry.storageTrie();
    }

    /**
     * The branch nodes of the account trie and of every storage trie.
     *
     * @throws IllegalStateException if a non-zero slot is left without its account
     */
    public Branches branches() {
        SortedMap<Bytes32, SortedMap<String, OracleBranch>> storageTries = new TreeMap<>();
        entries.forEach((accountKey, entry) -> {
            if (!entry.slots.isEmpty()) {
                storageTries.put(accountKey, entry.storageTrie().branches());
            }
        });
        return new Branches(accountTrie().branches(), storageTries);
    }

    private Entry entry(Bytes32 accountKey) {
        return entries.computeIfAbsent(accountKey, key -> new Entry());
    }

    private static Fields fields(Bytes32 accountKey, Entry entry) {
        if (entry.fields == null) {
            throw new IllegalStateException("block ended with slots of an absent account, accountKey=" + accountKey
                    + ", slots=" + entry.slots.keySet() + ", expected the account or no slots");
        }
        return entry.fields;
    }

    private static BigInteger checkWord(String name, BigInteger word) {
        if (word.signum() < 0 || word.bitLength() > WORD_BITS) {
            throw new IllegalArgumentException(name + "=" + word + ", expected 0 to 2^256-1");
        }
        return word;
    }
}
