package dev.espalier.bench.workload;

/**
 * How large a made-up state is. The same shape gives the same state, to the last byte.
 *
 * @param slots slots of the bloat account, at least 1
 * @param accounts accounts without code, at least 0
 * @param contracts accounts with code and a few slots each, at least 0; few codes are shared by many of them, as on a
 *     live chain
 * @param seed of addresses, values and sizes
 */
public record StateShape(int slots, int accounts, int contracts, long seed) {
    /** The most slots that a contract has. */
    public static final int MOST_CONTRACT_SLOTS = 64;

    /**
     * @throws IllegalArgumentException if a number is out of range
     */
    public StateShape {
        requireAtLeast(1, slots, "slots");
        requireAtLeast(0, accounts, "accounts");
        requireAtLeast(0, contracts, "contracts");
    }

    private static void requireAtLeast(int least, int value, String name) {
        if (value < least) {
            throw new IllegalArgumentException(name + "=" + value + ", expected at least " + least);
        }
    }

    /** Returns the numbers as the options of {@code generate} that give them. */
    @Override
    public String toString() {
        return "--slots " + slots + " --accounts " + accounts + " --contracts " + contracts + " --seed " + seed;
    }
}
