package dev.espalier.trie.commit;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import org.jspecify.annotations.Nullable;

/**
 * Reads one version of the state. Keys are given plain or, as {@link Hash32}, already hashed.
 *
 * <p>Any thread may use a view and several may at once, except an unsealed block, which is its writer's alone. It stays
 * right until it is closed, whatever is committed or unwound meanwhile; a closed one throws
 * {@link IllegalStateException}.
 */
public interface TrieView extends AutoCloseable {
    /**
     * Returns an account.
     *
     * @return null if there is none
     */
    @Nullable
    Account account(Address address);

    /** Returns the account of a hashed address; null if there is none. */
    @Nullable
    Account account(Hash32 hashedAddress);

    /**
     * Returns a slot's value.
     *
     * @return 0 if the slot was never set, or there is no such account
     */
    UInt256 storage(Address address, UInt256 slot);

    /** Returns the value of a hashed slot of a hashed address, 0 if it was never set. */
    UInt256 storage(Hash32 hashedAddress, Hash32 hashedSlot);

    /**
     * Returns the root of an account's storage trie.
     *
     * @return the empty root if there is no storage, or no such account
     */
    Hash32 storageRoot(Address address);

    /** Returns the root of the storage trie of a hashed address; the empty root if there is none. */
    Hash32 storageRoot(Hash32 hashedAddress);

    /**
     * Returns the bytes of a raw leaf.
     *
     * @return a new array; null if there is no such leaf
     * @throws IllegalStateException if the trie does not hold raw leaves
     */
    byte @Nullable [] leaf(Hash32 key);

    /** Returns the state root. */
    Hash32 stateRoot();

    /** Lets the view go; a second call does nothing. */
    @Override
    void close();
}
