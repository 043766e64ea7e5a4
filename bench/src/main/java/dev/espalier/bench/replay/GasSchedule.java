package dev.espalier.bench.replay;

import dev.espalier.trie.UInt256;

/**
 * What accesses to the state cost: EIP-2929 (cold and warm), EIP-2200 as changed by EIP-3529 (storage writes and refunds),
 * and the Yellow Paper's transaction and call with value.
 */
final class GasSchedule {
    static final long TRANSACTION = 21_000;
    static final long WARM_ACCESS = 100;
    static final long COLD_SLOT = 2_100;
    static final long COLD_ACCOUNT = 2_600;
    static final long PAYMENT = 9_000;
    static final long NEW_ACCOUNT = 25_000;

    private static final long SET = 20_000;
    private static final long RESET = 2_900;
    private static final long CLEAR_REFUND = 4_800;
    private static final long MOST_REFUNDED = 5;

    private GasSchedule() {}

    /**
     * Returns the gas of an SSTORE to a warm slot.
     *
     * @param original the slot's value at the start of the transaction
     * @param current its value now
     * @param value its value afterwards
     */
    static long store(UInt256 original, UInt256 current, UInt256 value) {
        if (value.equals(current) || !current.equals(original)) {
            return WARM_ACCESS;
        }
        return original.isZero() ? SET : RESET;
    }

    /** Returns what an SSTORE adds to the refunds; negative where it takes back what an earlier one added. */
    static long refund(UInt256 original, UInt256 current, UInt256 value) {
        if (value.equals(current)) {
            return 0;
        }
        if (current.equals(original)) {
            return value.isZero() ? CLEAR_REFUND : 0;
        }
        long refund = 0;
        if (!original.isZero()) {
            refund += value.isZero() ? CLEAR_REFUND : 0;
            refund -= current.isZero() ? CLEAR_REFUND : 0;
        }
        if (value.equals(original)) {
            refund += (original.isZero() ? SET : RESET) - WARM_ACCESS;
        }
        return refund;
    }

    /** Returns what a transaction costs that used so much: a fifth of it at most is refunded. */
    static long afterRefund(long used, long refunds) {
        return used - Math.min(refunds, used / MOST_REFUNDED);
    }
}
