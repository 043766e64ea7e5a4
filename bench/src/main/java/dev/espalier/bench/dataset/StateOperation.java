package dev.espalier.bench.dataset;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import org.jspecify.annotations.Nullable;

/** One change of the state, as every kind of file tells it. Operations of a block apply in order. */
public sealed interface StateOperation {
    /**
     * Creates an account or changes some of its fields; a field that is null keeps its previous value, or that of an
     * empty account when there is none.
     *
     * @param nonce unsigned 64 bits
     */
    record SetAccount(
            Address address,
            @Nullable UInt256 balance,
            @Nullable Long nonce,
            @Nullable Hash32 codeHash) implements StateOperation {}

    /** Removes an account with all its storage. */
    record DeleteAccount(Address address) implements StateOperation {}

    /** Writes a slot; the value zero clears it. */
    record SetSlot(Address address, UInt256 slot, UInt256 value) implements StateOperation {}

    /** Writes a leaf's bytes under a key of 64 nibbles; no byte removes it. */
    record SetLeaf(Hash32 key, LeafBytes value) implements StateOperation {}

    /** The bytes of a raw leaf. */
    final class LeafBytes {
        private final byte[] bytes;

        /** Keeps the array by reference. */
        LeafBytes(byte[] bytes) {
            this.bytes = bytes;
        }

        /** Returns whether there is no byte: the leaf is to be removed. */
        public boolean isEmpty() {
            return bytes.length == 0;
        }

        /** Returns a copy. */
        public byte[] toBytes() {
            return bytes.clone();
        }
    }
}
