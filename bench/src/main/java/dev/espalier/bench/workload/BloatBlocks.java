package dev.espalier.bench.workload;

import dev.espalier.trie.UInt256;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The public benchmark's block: cold writes to the account with huge storage, whose slots each block draws afresh, all
 * equally likely and none twice, and reads of other accounts. On a state that is large enough it takes 30 million gas:
 * 4,200 writes of 5,000 each, 3,000 reads of 2,600 each, two transactions of 21,000 each, and computation.
 */
final class BloatBlocks implements Workload {
    static final int WRITES = SlotDraws.WRITES_PER_BLOCK;
    static final int READS = 3_000;
    /** More than one, because a transaction takes at most 2^24 gas (EIP-7825). */
    static final int TRANSACTIONS = 2;

    private static final long COMPUTATION_GAS = 579_000;
    private static final int SLOTS = 1;
    private static final int ACCOUNTS = 2;
    private static final int VALUES = 3;

    private final StateKeys keys;
    private final long seed;
    private final int slots;
    private final int accounts;

    BloatBlocks(StateShape shape) {
        keys = new StateKeys(shape);
        seed = shape.seed();
        slots = shape.slots();
        accounts = shape.accounts();
    }

    @Override
    public void play(int number, Consumer<Access> block) {
        Permutation slotOrder = new Permutation(slots, BlockRandom.of(seed, number, SLOTS));
        Permutation accountOrder = new Permutation(accounts, BlockRandom.of(seed, number, ACCOUNTS));
        SplittableRandom values = BlockRandom.of(seed, number, VALUES);
        int writes = Math.min(WRITES, slots);
        // The senders are accounts of their own where there are enough, so that no read of one is warm.
        int reads = Math.min(READS, Math.max(0, accounts - TRANSACTIONS));
        int read = 0;
        for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
            int sender = accountOrder.at((reads + transaction) % accounts);
            block.accept(new Access.Transaction(keys.plain(sender), BlockRandom.balance(values), BloatAccount.ADDRESS));
            block.accept(new Access.Computation(COMPUTATION_GAS));
            int to = writes * (transaction + 1) / TRANSACTIONS;
            for (int write = writes * transaction / TRANSACTIONS; write < to; write++) {
                UInt256 slot = UInt256.of(slotOrder.at(write) + 1L);
                block.accept(new Access.SlotChange(BloatAccount.ADDRESS, slot, BlockRandom.slotValue(values)));
                for (; read < (long) reads * (write + 1) / writes; read++) {
                    block.accept(new Access.AccountRead(keys.plain(accountOrder.at(read))));
                }
            }
        }
    }
}
