package dev.espalier.bench.workload;

import dev.espalier.trie.Account;
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
    private static final int ADDRESS_BYTES = 20;
    /** Kinds of addresses, so that none comes twice. */
    private static final int PLAIN = 1;

    private static final int CONTRACT = 2;

    private final StateShape shape;
    private final BloatAccount bloat;
    private final Hash32 bloatKey;
    private final KeyBuckets slots;
    private final KeyBuckets plain;
    private final KeyBuckets contracts;

    /** Hashes every address and slot of a shape. */
    public LargeState(StateShape shape) {
        this.shape = shape;
        bloat = new BloatAccount(shape.slots());
        bloatKey = Keccak256.hash32(BloatAccount.ADDRESS.toBytes());
        slots = new KeyBuckets(shape.slots(), number -> bloatSlot(number + 1));
        plain = new KeyBuckets(shape.accounts(), number -> key(PLAIN, number));
        contracts = new KeyBuckets(shape.contracts(), number -> key(CONTRACT, number));
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
            SplittableRandom random = random(PLAIN, number);
            block.putAccount(key(PLAIN, number), new Account(random.nextInt(200), balance(random), Account.NO_CODE));
        }
        for (int place = contracts.from(part); place < contracts.to(part); place++) {
            writeContract(contracts.number(place), block);
        }
    }

    private void writeContract(int number, UncommittedBlock block) {
        SplittableRandom random = random(CONTRACT, number);
        Hash32 key = key(CONTRACT, number);
        block.putAccount(key, new Account(1, balance(random), code(random)));
        // Half of the contracts have up to 3 slots, few have many.
        int count = Math.min(StateShape.MOST_CONTRACT_SLOTS, (int) (1 / (1 - random.nextDouble() * 0.99)));
        for (int slot = 0; slot < count; slot++) {
            UInt256 value = random.nextInt(3) == 0
                    ? UInt256.of(random.nextLong(1, 1L << 20))
                    : UInt256.of(bytes(random, ADDRESS_BYTES));
            block.putStorage(key, slotKey(slot), value.isZero() ? UInt256.ONE : value);
        }
    }

    private Hash32 code(SplittableRandom random) {
        double skewed = Math.pow(random.nextDouble(), 4);
        long kind = (long) (skewed * Math.max(1, shape.contracts() / 10));
        return Keccak256.hash32(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(shape.seed())
                .putLong(kind)
                .array());
    }

    private static UInt256 balance(SplittableRandom random) {
        return UInt256.of(bytes(random, 1 + random.nextInt(10)));
    }

    private static byte[] bytes(SplittableRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private SplittableRandom random(int kind, int number) {
        return new SplittableRandom(shape.seed() * 31 + kind * 1_000_003L + number * 7_919L);
    }

    private Hash32 key(int kind, int number) {
        return Keccak256.hash32(ByteBuffer.allocate(ADDRESS_BYTES)
                .putInt(kind)
                .putLong(shape.seed())
                .putInt(number)
                .array());
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
