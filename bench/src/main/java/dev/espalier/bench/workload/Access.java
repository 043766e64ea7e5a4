package dev.espalier.bench.workload;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;

/** One thing that a block does to the state, in the order of execution. */
public sealed interface Access {
    /** What follows, up to the next transaction, is the protocol's own: it costs no gas. */
    record ProtocolCalls() implements Access {}

    /**
     * A transaction begins: the sender's account is read, its nonce counted up and its balance changed, and the
     * recipient's account is read.
     *
     * @param senderBalance what the sender has left
     * @param recipient a contract that is called, or who is paid
     */
    record Transaction(Address sender, UInt256 senderBalance, Address recipient) implements Access {}

    /** An account's fields are read, as a call does. */
    record AccountRead(Address address) implements Access {}

    /**
     * An account is paid: it is read, and its balance changed; an account that is not there begins to be.
     *
     * @param balance what it has afterwards
     */
    record Payment(Address address, UInt256 balance) implements Access {}

    /** A slot is read: SLOAD. */
    record SlotRead(Address address, UInt256 slot) implements Access {}

    /**
     * A slot is read and overwritten: SSTORE.
     *
     * @param value zero clears the slot
     */
    record SlotChange(Address address, UInt256 slot, UInt256 value) implements Access {}

    /**
     * What the transaction spends on other than state.
     *
     * @param gas at least 0
     */
    record Computation(long gas) implements Access {}
}
