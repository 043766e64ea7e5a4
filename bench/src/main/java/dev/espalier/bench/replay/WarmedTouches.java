package dev.espalier.bench.replay;

import dev.espalier.bench.engine.BlockWarming;
import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;

/** Tells a warmer what a block is about to write; what is only read is not for the root. */
record WarmedTouches(BlockWarming warming) implements TouchListener {
    @Override
    public void reads(Address address) {
        // The root needs nothing of it.
    }

    @Override
    public void reads(Address address, UInt256 slot) {
        // The root needs nothing of it.
    }

    @Override
    public void writes(Address address) {
        warming.touch(address);
    }

    @Override
    public void writes(Address address, UInt256 slot) {
        warming.touch(address, slot);
    }
}
