package dev.espalier.bench.replay;

import dev.espalier.trie.UInt256;

/** Gas of storage writes since Berlin and London (EIP-2929, EIP-2200 as changed by EIP-3529). */
final class StorageGas {
    private static final long WARM_ACCESS = 100;
    private static final long COLD_SLOT = 2_100;
    private static final long RESET = 2_900;
    private static final long SET = 20_000;

    private StorageGas() {}

    /** Returns the gas of the first SSTORE to a slot within a transaction. */
    static long coldStore(UInt256 current, UInt256 value) {
        if (value.equals(current)) {
            return COLD_SLOT + WARM_ACCESS;
        }
        return COLD_SLOT + (current.isZero() ? SET : RESET);
    }
}
