package dev.espalier.bench.workload;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.hash.Keccak256;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The account with the huge storage of the public benchmark: slot {@code i} holds {@code i}, for {@code i} from 1 to
 * {@link #slots}.
 *
 * @param slots at least 1
 */
public record BloatAccount(int slots) {
    /** Where the account is. */
    public static final Address ADDRESS = Address.fromHex("0xb10a7b10a7b10a7b10a7b10a7b10a7b10a7b10a7");

    private static final byte[] CODE = {0x60, 0x01, 0x60, 0x00, 0x55};

    /** Computed by an independent program. */
    private static final Map<Integer, Hash32> KNOWN_STORAGE_ROOTS = Map.of(
            1, Hash32.fromHex("0xf38f9f63c760d088d7dd04f743619b6291f63beebd8bdf530628f90e9cfa52d7"),
            1_000, Hash32.fromHex("0x17a0e26d9a35f621cc16e50bb2f77ae26c91401c160fa5cf2a31d714c819ce1b"),
            100_000, Hash32.fromHex("0x1ef9e03529b84d9920318774f74234b2361caaddc5c4dab9210efe247c35455c"),
            1_000_000, Hash32.fromHex("0x69f8c3d3911e5812c7b8ca09161364631f5d1e99ef9d1257628513b7a092f349"));

    /**
     * @throws IllegalArgumentException if {@code slots} is below 1
     */
    public BloatAccount {
        if (slots < 1) {
            throw new IllegalArgumentException("slots=" + slots + ", expected at least 1");
        }
    }

    /** Returns the account's own fields: a contract without balance. */
    public Account account() {
        return new Account(1, UInt256.ZERO, Keccak256.hash32(CODE));
    }

    /** Returns the value that a slot has at the start. */
    public UInt256 startValue(int slot) {
        return UInt256.of(slot);
    }

    /** Returns the storage root at the start as an independent program computed it; null for sizes it was not run for. */
    public @Nullable Hash32 knownStorageRoot() {
        return KNOWN_STORAGE_ROOTS.get(slots);
    }
}
