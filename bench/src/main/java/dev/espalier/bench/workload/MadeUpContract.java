package dev.espalier.bench.workload;

import dev.espalier.trie.UInt256;
import java.util.SplittableRandom;

/**
 * A contract of the made-up state.
 *
 * @param code which code it has; few codes are shared by many contracts
 * @param slots how many slots it has, numbered from 0: half of the contracts have up to 3, few have many
 * @param values draws what they hold
 */
record MadeUpContract(UInt256 balance, long code, int slots, SplittableRandom values) {
    /**
     * Draws a contract.
     *
     * @param codes about as many different ones are there
     */
    static MadeUpContract draw(SplittableRandom random, int codes) {
        UInt256 balance = StateKeys.balance(random);
        long code = (long) (Math.pow(random.nextDouble(), 4) * Math.max(1, codes));
        int slots = Math.min(StateShape.MOST_CONTRACT_SLOTS, (int) (1 / (1 - random.nextDouble() * 0.99)));
        return new MadeUpContract(balance, code, slots, random);
    }
}
