package dev.espalier.bench.workload;

import dev.espalier.trie.Address;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Blocks that touch accounts and slots as often again as consecutive blocks of a live chain do. The numbers are fitted to
 * statistics of mainnet blocks; docs/decisions/0021-workloads.md says which. The account with huge storage is the token
 * that every fourth transaction calls.
 */
final class WindowBlocks {
    static final int TRANSACTIONS = 183;
    /** Who is called: 1.5 is the exponent of the hot ones alone, all together look like one of about 1. */
    static final Popularity CALLS = new Popularity(0.65, 1.5, 300);

    static final Popularity SENDERS = new Popularity(0.6, 0.65, 600);
    /** Whose balance of the token changes: nearly all different, and about half as many hot ones as a block has changes. */
    static final Popularity HOLDERS = new Popularity(0.15, 0.3, 130);

    /** The hottest keys stay; any other gives its rank to another key after so many blocks. */
    private static final int STAYING_RANKS = 10;

    private static final int RANK_LIFE = 64;
    /** Of two calls of an account that is none of the hot ones, one pays an account without code. */
    private static final double FRESH_PAYS = 0.5;

    private static final long COMPUTATION_GAS = 60_000;
    /** Slots that each call of a contract writes. */
    private static final int FIXED_SLOTS = 2;
    /** Users of whom each call of a contract writes a slot. */
    private static final int USERS = 3;
    /** The share of writes to users' slots that clear them. */
    private static final double CLEARS = 0.3;
    /** The share of them that go to new slots. */
    private static final double NEW_SLOTS = 0.3;
    /** Of so many transactions on another branch one is not that of the block it replaces. */
    private static final int ONE_DIFFERS_OF = 4;

    private static final int RING = 8_191;
    private static final int WITHDRAWALS = 16;
    private static final int KEYS = 1 << 16;
    private static final int VALUES = 2 << 16;
    private static final int RANKS = 3 << 16;

    private final StateKeys keys;

    /**
     * Which block it is.
     *
     * @param height decides, with the seed, which keys are touched
     * @param branch decides which values are written, and about some of the transactions; where it is the height, about
     *     none
     */
    record Place(int height, int branch) {}

    WindowBlocks(StateShape shape) {
        keys = new StateKeys(shape);
    }

    void play(Place place, Consumer<Access> block) {
        long seed = keys.shape().seed();
        SplittableRandom values = BlockRandom.of(seed, place.branch, VALUES);
        block.accept(new Access.ProtocolCalls());
        writeRings(place.height, values, block);
        for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
            boolean differs =
                    BlockRandom.of(seed, place.branch, VALUES + 1 + transaction).nextInt(ONE_DIFFERS_OF) == 0;
            int drawnFor = differs ? place.branch : place.height;
            SplittableRandom drawn = BlockRandom.of(seed, drawnFor, KEYS + transaction);
            new Transaction(place.height, drawn, values, block).play();
        }
        block.accept(new Access.ProtocolCalls());
        for (int withdrawal = 0; withdrawal < WITHDRAWALS; withdrawal++) {
            int account = (int) (((long) place.height * WITHDRAWALS + withdrawal)
                    % keys.shape().accounts());
            pay(account, values, block);
        }
        pay(key(RANKS, place.height / RANK_LIFE, keys.shape().accounts()), values, block);
    }

    /** As EIP-4788 and EIP-2935 do; two of the state's contracts stand for theirs. */
    private void writeRings(int height, SplittableRandom values, Consumer<Access> block) {
        Address roots = keys.contract(0);
        Address hashes = keys.contract(keys.shape().contracts() - 1);
        int place = height % RING;
        block.accept(new Access.SlotChange(roots, UInt256.of(place), BlockRandom.slotValue(values)));
        block.accept(new Access.SlotChange(roots, UInt256.of(place + RING), BlockRandom.slotValue(values)));
        block.accept(new Access.SlotChange(hashes, UInt256.of(place), BlockRandom.slotValue(values)));
    }

    private void pay(int account, SplittableRandom values, Consumer<Access> block) {
        block.accept(new Access.Payment(keys.plain(account), BlockRandom.balance(values)));
    }

    /** Returns the number of the key that has a rank at a height. */
    private int hotKey(int rank, int height, int population) {
        int holders = rank < STAYING_RANKS ? 0 : (height + rank * 7) / RANK_LIFE;
        return key(RANKS + 1 + rank, holders, population);
    }

    private int key(int purpose, int turn, int population) {
        return BlockRandom.of(keys.shape().seed(), purpose, turn).nextInt(population);
    }

    private final class Transaction {
        private final int height;
        private final SplittableRandom random;
        private final SplittableRandom values;
        private final Consumer<Access> block;

        Transaction(int height, SplittableRandom random, SplittableRandom values, Consumer<Access> block) {
            this.height = height;
            this.random = random;
            this.values = values;
            this.block = block;
        }

        void play() {
            Address sender = keys.plain(drawn(SENDERS, keys.shape().accounts()));
            int rank = CALLS.draw(random);
            if (rank == 0) {
                begin(sender, BloatAccount.ADDRESS);
                transferToken();
            } else if (rank == Popularity.FRESH && random.nextDouble() < FRESH_PAYS) {
                Address paid = keys.plain(random.nextInt(keys.shape().accounts()));
                begin(sender, paid);
                block.accept(new Access.Payment(paid, BlockRandom.balance(values)));
            } else {
                callContract(sender, contract(rank));
            }
            block.accept(new Access.Computation(COMPUTATION_GAS));
        }

        private void begin(Address sender, Address recipient) {
            block.accept(new Access.Transaction(sender, BlockRandom.balance(values), recipient));
        }

        private int drawn(Popularity popularity, int population) {
            int rank = popularity.draw(random);
            return rank == Popularity.FRESH ? random.nextInt(population) : hotKey(rank, height, population);
        }

        private int contract(int rank) {
            int contracts = keys.shape().contracts();
            return rank == Popularity.FRESH ? random.nextInt(contracts) : hotKey(rank, height, contracts);
        }

        /** The contract changes its own slots, reads those of another, moves tokens and pays someone. */
        private void callContract(Address sender, int contract) {
            Address called = keys.contract(contract);
            begin(sender, called);
            for (int slot = 0; slot < FIXED_SLOTS; slot++) {
                block.accept(new Access.SlotRead(called, UInt256.of(slot)));
                block.accept(new Access.SlotChange(called, UInt256.of(slot), BlockRandom.slotValue(values)));
            }
            int slots = keys.startContract(contract).slots();
            for (int user = 0; user < USERS; user++) {
                writeUserSlot(called, slots);
            }
            int other = contract(CALLS.draw(random));
            block.accept(new Access.AccountRead(keys.contract(other)));
            block.accept(new Access.SlotRead(keys.contract(other), UInt256.ZERO));
            block.accept(new Access.AccountRead(BloatAccount.ADDRESS));
            transferToken();
            pay(drawn(SENDERS, keys.shape().accounts()), values, block);
        }

        private void writeUserSlot(Address contract, int slots) {
            double kind = random.nextDouble();
            UInt256 slot = UInt256.of(random.nextInt(slots));
            if (kind < NEW_SLOTS) {
                slot = UInt256.of(Hash32.of(random.nextLong(), random.nextLong(), 0, 0));
            }
            boolean clears = kind >= NEW_SLOTS && kind < NEW_SLOTS + CLEARS;
            block.accept(new Access.SlotChange(contract, slot, clears ? UInt256.ZERO : BlockRandom.slotValue(values)));
        }

        private void transferToken() {
            for (int holder = 0; holder < 2; holder++) {
                UInt256 slot = UInt256.of(drawn(HOLDERS, keys.shape().slots()) + 1L);
                block.accept(new Access.SlotRead(BloatAccount.ADDRESS, slot));
                block.accept(new Access.SlotChange(BloatAccount.ADDRESS, slot, BlockRandom.slotValue(values)));
            }
        }
    }
}
