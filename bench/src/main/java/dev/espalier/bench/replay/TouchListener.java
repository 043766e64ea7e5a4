package dev.espalier.bench.replay;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;

/** Is told what a block is about to access, on the thread that executes it. */
public interface TouchListener {
    /** Returns one that does nothing. */
    static TouchListener none() {
        return new TouchListener() {
            @Override
            public void reads(Address address) {
                // Nobody wants to know.
            }

            @Override
            public void reads(Address address, UInt256 slot) {
                // Nobody wants to know.
            }

            @Override
            public void writes(Address address) {
                // Nobody wants to know.
            }

            @Override
            public void writes(Address address, UInt256 slot) {
                // Nobody wants to know.
            }
        };
    }

    /** An account is about to be read. */
    void reads(Address address);

    /** A slot is about to be read. */
    void reads(Address address, UInt256 slot);

    /** An account is about to be changed. */
    void writes(Address address);

    /** A slot is about to be changed. */
    void writes(Address address, UInt256 slot);
}
