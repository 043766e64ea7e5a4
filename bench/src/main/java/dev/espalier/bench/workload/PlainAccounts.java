package dev.espalier.bench.workload;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/**
 * Accounts without code and storage.
 *
 * @param count at least 0
 * @param seed the same seed gives the same accounts
 */
public record PlainAccounts(int count, long seed) {
    private static final int ADDRESS_BYTES = 20;

    /**
     * @throws IllegalArgumentException if {@code count} is below 0
     */
    public PlainAccounts {
        if (count < 0) {
            throw new IllegalArgumentException("count=" + count + ", expected at least 0");
        }
    }

    /** Gives each account to the receiver, in an order that the seed fixes. */
    public void forEach(BiConsumer<Address, Account> receiver) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            Address address = address(random, i);
            UInt256 balance = UInt256.of(random.nextLong(1, Long.MAX_VALUE));
            receiver.accept(address, new Account(random.nextInt(1000), balance, Account.NO_CODE));
        }
    }

    /** The number in the last bytes keeps addresses apart. */
    private static Address address(SplittableRandom random, int number) {
        return Address.of(ByteBuffer.allocate(ADDRESS_BYTES)
                .putLong(random.nextLong())
                .putLong(random.nextLong())
                .putInt(number)
                .array());
    }
}
