package dev.espalier.bench.workload;

import dev.espalier.trie.Address;
import dev.espalier.trie.UInt256;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Very many updates in one block, as when a range of blocks is executed and committed at once: of ten, eight go to the
 * account with huge storage, one to a slot of a contract and one to a balance; all keys are equally likely, and none comes
 * twice as long as the state has enough.
 */
final class BatchBlocks implements Workload {
    private static final int UPDATES_A_TRANSACTION = 1_000;
    private static final int OF_TEN_IN_BLOAT = 8;

    private static final int SLOTS = 1;
    private static final int CONTRACTS = 2;
    private static final int ACCOUNTS = 3;
    private static final int VALUES = 4;

    private final StateKeys keys;
    private final int updates;

    BatchBlocks(StateShape shape, int updates) {
        keys = new StateKeys(shape);
        this.updates = updates;
    }

    @Override
    public void play(int number, Consumer<Access> block) {
        new Batch(number, block).play();
    }

    private final class Batch {
        private final Consumer<Access> block;
        private final Permutation slots;
        private final Permutation contracts;
        private final Permutation accounts;
        private final SplittableRandom values;

        Batch(int number, Consumer<Access> block) {
            this.block = block;
            StateShape shape = keys.shape();
            slots = new Permutation(shape.slots(), BlockRandom.of(shape.seed(), number, SLOTS));
            contracts = new Permutation(shape.contracts(), BlockRandom.of(shape.seed(), number, CONTRACTS));
            accounts = new Permutation(shape.accounts(), BlockRandom.of(shape.seed(), number, ACCOUNTS));
            values = BlockRandom.of(shape.seed(), number, VALUES);
        }

        void play() {
            for (int update = 0; update < updates; update++) {
                int ten = update / 10;
                int one = update % 10;
                if (update % UPDATES_A_TRANSACTION == 0) {
                    Address sender = keys.plain(accounts.at(ten % accounts.size()));
                    block.accept(new Access.Transaction(sender, BlockRandom.balance(values), BloatAccount.ADDRESS));
                }
                if (one < OF_TEN_IN_BLOAT) {
                    UInt256 slot = UInt256.of(slots.at((ten * OF_TEN_IN_BLOAT + one) % slots.size()) + 1L);
                    write(BloatAccount.ADDRESS, slot);
                } else if (one == OF_TEN_IN_BLOAT) {
                    writeContract(ten);
                } else {
                    Address paid = keys.plain(accounts.at(ten % accounts.size()));
                    block.accept(new Access.Payment(paid, BlockRandom.balance(values)));
                }
            }
        }

        /** Each contract's first slot, then each one's second, if it has one. */
        private void writeContract(int count) {
            int contract = contracts.at(count % contracts.size());
            int slot = count / contracts.size() % keys.startContract(contract).slots();
            Address address = keys.contract(contract);
            block.accept(new Access.AccountRead(address));
            write(address, UInt256.of(slot));
        }

        private void write(Address address, UInt256 slot) {
            block.accept(new Access.SlotChange(address, slot, BlockRandom.slotValue(values)));
        }
    }
}
