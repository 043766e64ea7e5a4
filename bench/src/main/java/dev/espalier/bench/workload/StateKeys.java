package dev.espalier.bench.workload;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Where the accounts of a made-up state are, by number.
 *
 * @param shape the state's
 */
record StateKeys(StateShape shape) {
    /** Kinds of addresses, so that none comes twice. */
    private static final int PLAIN = 1;

    private static final int CONTRACT = 2;

    /** Returns the address of an account without code, from 0. */
    Address plain(int number) {
        return address(PLAIN, number);
    }

    /** Returns the address of a contract, from 0. */
    Address contract(int number) {
        return address(CONTRACT, number);
    }

    private Address address(int kind, int number) {
        return Address.of(ByteBuffer.allocate(Address.BYTES)
                .putInt(kind)
                .putLong(shape.seed())
                .putInt(number)
                .array());
    }

    /** Returns what draws the fields of an account without code. */
    SplittableRandom plainDraws(int number) {
        return draws(PLAIN, number);
    }

    /** Returns a contract as it is at the start. */
    MadeUpContract startContract(int number) {
        return MadeUpContract.draw(draws(CONTRACT, number), shape.contracts() / 10);
    }

    private SplittableRandom draws(int kind, int number) {
        return new SplittableRandom(shape.seed() * 31 + kind * 1_000_003L + number * 7_919L);
    }

    /** Draws a balance of up to ten bytes. */
    static UInt256 balance(SplittableRandom random) {
        byte[] bytes = new byte[1 + random.nextInt(10)];
        random.nextBytes(bytes);
        return UInt256.of(bytes);
    }
}
