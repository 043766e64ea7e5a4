package dev.espalier.bench.workload;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.hash.Keccak256;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * A made-up state of realistic shape and any size: the bloat account, plain accounts, and contracts with few slots. It is
 * given in parts, in the order of the keys, so that building it writes each row about once and takes memory for one part.
 * Confined to one thread.
 */
public final class LargeState {
    private final StateShape shape;
    private final StateKeys keys;
    private final BloatAccount bloat;
    private final Hash32 bloatKey;
    private final KeyBuckets slots;
    private final KeyBuckets plain;
    private final KeyBuckets contracts;

    /** Hashes every address and slot of a shape. */
    public LargeState(StateShape shape) {
        this.shape = shape;
        keys = new StateKeys(shape);
        bloat = new BloatAccount(shape.slots());
        bloatKey = Keccak256.hash32(BloatAccount.ADDRESS.toBytes());
        slots = new KeyBuckets(shape.slots(), number -> bloatSlot(number + 1));
        plain = new KeyBuckets(shape.accounts(), number -> plainKey(number));
        contracts = new KeyBuckets(shape.contracts(), number -> contractKey(number));
    }

    /** Returns the number of parts, which differ little in size. */
    public int parts() {
        return KeyBuckets.BUCKETS;
    }

    /** Returns the number of leaves that a part has, about. */
    public int leaves(int part) {
        return slots.size(part) + plain.size(part) + contracts.size(part) * 8;
    }

    /** Returns the bloat account. */
    public BloatAccount bloat() {
        return bloat;
    }

    /** Writes a part; all parts together, each once and in any order, are the state. */
    public void write(int part, UncommittedBlock block) {
        block.putAccount(bloatKey, bloat.account());
        for (int place = slots.from(part); place < slots.to(part); place++) {
            int slot = slots.number(place) + 1;
            block.putStorage(bloatKey, bloatSlot(slot), bloat.startValue(slot));
        }
        for (int place = plain.from(part); place < plain.to(part); place++) {
            int number = plain.number(place);
            SplittableRandom random = keys.plainDraws(number);
            Account account = new Account(random.nextInt(200), StateKeys.balance(random), Account.NO_CODE);
            block.putAccount(plainKey(number), account);
        }
        for (int place = contracts.from(part); place < contracts.to(part); place++) {
            writeContract(contracts.number(place), block);
        }
    }

    private void writeContract(int number, UncommittedBlock block) {
        MadeUpContract contract = keys.startContract(number);
        Hash32 key = contractKey(number);
        block.putAccount(key, new Account(1, contract.balance(), codeHash(contract.code())));
        for (int slot = 0; slot < contract.slots(); slot++) {
            UInt256 value = slotValue(contract.values());
            block.putStorage(key, slotKey(slot), value.isZero() ? UInt256.ONE : value);
        }
    }

    private static UInt256 slotValue(SplittableRandom random) {
        if (random.nextInt(3) == 0) {
            return UInt256.of(random.nextLong(1, 1L << 20));
        }
        byte[] bytes = new byte[Address.BYTES];
        random.nextBytes(bytes);
        return UInt256.of(bytes);
    }

    private Hash32 codeHash(long code) {
        return Keccak256.hash32(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(shape.seed())
                .putLong(code)
                .array());
    }

    private Hash32 plainKey(int number) {
        return Keccak256.hash32(keys.plain(number).toBytes());
    }

    private Hash32 contractKey(int number) {
        return Keccak256.hash32(keys.contract(number).toBytes());
    }

    /** Returns the key of the bloat account's slot. */
    public static Hash32 bloatSlot(int slot) {
        return slotKey(slot);
    }

    private static Hash32 slotKey(int slot) {
        return Keccak256.hash32(ByteBuffer.allocate(Hash32.BYTES)
                .putInt(Hash32.BYTES - Integer.BYTES, slot)
                .array());
    }
}
