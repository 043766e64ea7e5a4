package dev.espalier.bench.workload;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Blocks whose writes spread over as many accounts as they can: each transaction calls contracts that nobody else calls in
 * the block, all equally likely, writes a few of their few slots, and pays an account.
 */
final class CrossAccountBlocks implements Workload {
    static final int TRANSACTIONS = 150;
    static final int CALLS = 7;

    private static final long COMPUTATION_GAS = 50_000;
    private static final int MOST_WRITES = 4;
    /** One write of so many clears its slot. */
    private static final int ONE_CLEARS_OF = 10;

    private static final int CONTRACTS = 1;
    private static final int ACCOUNTS = 2;
    private static final int VALUES = 3;

    private final StateKeys keys;

    CrossAccountBlocks(StateShape shape) {
        keys = new StateKeys(shape);
    }

    @Override
    public void play(int number, Consumer<Access> block) {
        StateShape shape = keys.shape();
        Permutation contracts = new Permutation(shape.contracts(), BlockRandom.of(shape.seed(), number, CONTRACTS));
        Permutation accounts = new Permutation(shape.accounts(), BlockRandom.of(shape.seed(), number, ACCOUNTS));
        SplittableRandom random = BlockRandom.of(shape.seed(), number, VALUES);
        for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
            Address sender = keys.plain(accounts.at(2 * transaction % accounts.size()));
            for (int call = 0; call < CALLS; call++) {
                int contract = contracts.at((transaction * CALLS + call) % contracts.size());
                Address called = keys.contract(contract);
                block.accept(
                        call == 0
                                ? new Access.Transaction(sender, BlockRandom.balance(random), called)
                                : new Access.AccountRead(called));
                call(called, keys.startContract(contract).slots(), random, block);
            }
            Address paid = keys.plain(accounts.at((2 * transaction + 1) % accounts.size()));
            block.accept(new Access.Payment(paid, BlockRandom.balance(random)));
            block.accept(new Access.Computation(COMPUTATION_GAS));
        }
    }

    /** One slot more than there were at the start, so that some writes make new ones. */
    private static void call(Address contract, int slots, SplittableRandom random, Consumer<Access> block) {
        block.accept(new Access.SlotRead(contract, UInt256.of(random.nextInt(slots))));
        int writes = 1 + random.nextInt(MOST_WRITES);
        for (int write = 0; write < writes; write++) {
            UInt256 slot = UInt256.of(random.nextInt(slots + 1));
            boolean clears = random.nextInt(ONE_CLEARS_OF) == 0;
            block.accept(new Access.SlotChange(contract, slot, clears ? UInt256.ZERO : BlockRandom.slotValue(random)));
        }
    }
}
