package dev.espalier.warmer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.fixture.Ops;
import dev.espalier.trie.fixture.StoredBranches;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.Op;
import dev.espalier.trie.oracle.OracleState;
import dev.espalier.trie.oracle.ShapedBlocks;
import dev.espalier.warmer.BlockAccessList.AccountChanges;
import dev.espalier.warmer.BlockAccessList.BalanceChange;
import dev.espalier.warmer.BlockAccessList.SlotChanges;
import dev.espalier.warmer.BlockAccessList.StorageChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks with a warmer beside them: the same roots and rows as without, and what it says of itself is exact. */
@Timeout(60)
class WarmedBlocksTest {
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    /** Random blocks in the shapes that break tries, touched as they are written, with touches of other keys between. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void rootsAndRowsAreTheSameAsWithoutAWarmer(int threads) {
        for (int run = 0; run < (LONG ? 60 : 2); run++) {
            compare(0x5EED_3A53L + 1_000L * run + threads, threads);
        }
    }

    private static void compare(long seed, int threads) {
        Random random = new Random(seed);
        MemoryStore store = MemoryStore.create();
        OracleState oracle = new OracleState();
        try (ExecutorService pool = Executors.newFixedThreadPool(threads);
                Warmer warmer = Warmer.create(WarmerOptions.builder()
                        .workers(1 + random.nextInt(4))
                        .batchKeys(1 + random.nextInt(20))
                        .queueCapacity(1 << (3 + random.nextInt(6)))
                        .build())) {
            CommitmentTrie trie = CommitmentTrie.over(
                    store,
                    TrieOptions.builder().executor(pool, threads).splitAbove(2).build());
            int number = 0;
            for (List<Op> ops : ShapedBlocks.first(50, seed)) {
                oracle.applyBlock(ops);
                try (UncommittedBlock block = trie.begin(trie.head());
                        BlockWarmer warm = warmer.begin(block)) {
                    touch(warm, ops, random);
                    if (random.nextBoolean()) {
                        warm.awaitDrain();
                    }
                    Ops.write(block, ops);
                    assertThat(block.stateRoot())
                            .as("seed=%d block %d", seed, number)
                            .isEqualTo(Keys.ofTrie(oracle.stateRoot()));
                    block.seal(BlockId.of(Keys.spread(number++)));
                    block.commit(block.stateRoot());
                    assertThat(block.stats().loads()).isEqualTo(block.stats().distinctLoads());
                    warm.awaitDrain();
                    SlotState.assertConsistent(warm.report());
                }
                Set<Bytes32> accounts = oracle.accountKeys();
                assertThat(StoredBranches.of(store, accounts))
                        .as("rows, seed=%d block %d", seed, number)
                        .isEqualTo(oracle.branches());
            }
            assertThat(warmer.report().failed()).isZero();
            assertThat(warmer.report().useful()).as("seed=%d", seed).isPositive();
            assertThat(trie.stats().openViews()).isZero();
        }
    }

    private static void touch(BlockWarmer warm, List<Op> ops, Random random) {
        for (Op op : ops) {
            Hash32 account = Keys.ofTrie(op.accountKey());
            if (random.nextInt(10) == 0) {
                warm.touch(Keys.random(random), Keys.random(random));
            }
            if (op instanceof Op.PutSlot put && random.nextInt(5) > 0) {
                warm.touch(account, Keys.ofTrie(put.slotKey()));
            } else {
                warm.touch(account);
            }
        }
    }

    /**
     * With a list, and time to work it off, a block reads no row itself, and no row is read in vain. The leaves that it
     * reads, those included that a collapse leaves alone, were read ahead and so are in the system's memory.
     */
    @Test
    void anAccessListWarmsExactlyTheRowsThatTheBlockNeeds() {
        long seed = 0x5EED_BA1L;
        Random random = new Random(seed);
        SlotState state = new SlotState();
        try (Warmer warmer =
                Warmer.create(WarmerOptions.builder().workers(2).batchKeys(16).build())) {
            for (int number = 0; number < 40; number++) {
                WatchedReads reads = state.watch();
                BlockAccessList list = randomList(random, number);
                try (UncommittedBlock block = state.begin();
                        BlockWarmer warm = warmer.begin(block)) {
                    warm.prefetch(BlockAccessList.decode(AccessListRlp.encode(list)));
                    SlotState.awaitDone(warm);
                    write(block, list);
                    block.stateRoot();
                    assertThat(reads.onDemand())
                            .as("seed=%d block %d", seed, number)
                            .isZero();
                    assertThat(reads.leavesAhead())
                            .as("seed=%d block %d", seed, number)
                            .containsAll(reads.leavesOnDemand());
                    assertThat(reads.leavesOnDemand()).hasSizeGreaterThan(10);
                    WarmerReport report = warm.report();
                    assertThat(report.useful()).isEqualTo(block.stats().loads());
                    assertThat(report.wasted())
                            .as("seed=%d block %d", seed, number)
                            .isZero();
                    assertThat(report.readOnly())
                            .as("the account and slots only read")
                            .isEqualTo(4);
                    SlotState.assertConsistent(report);
                    state.commit(block);
                }
            }
        }
    }

    /** Slots set to new values and cleared, balances changed, and an account and slots that are only read. */
    private static BlockAccessList randomList(Random random, int number) {
        TreeSet<Integer> slots = new TreeSet<>();
        random.ints(30, 0, SlotState.SLOTS).forEach(slots::add);
        List<SlotChanges> changes = new ArrayList<>();
        List<UInt256> reads = new ArrayList<>();
        for (int slot : slots) {
            if (reads.size() < 3) {
                reads.add(UInt256.of(slot));
            } else {
                // slots 200 and on are cleared in even blocks and set again in odd ones
                boolean cleared = slot >= 200 && number % 2 == 0;
                UInt256 value = cleared ? UInt256.ZERO : UInt256.of(1_000L * (number + 1) + slot);
                changes.add(new SlotChanges(
                        UInt256.of(slot), List.of(new StorageChange(1, UInt256.ONE), new StorageChange(2, value))));
            }
        }
        List<AccountChanges> accounts = new ArrayList<>();
        accounts.add(new AccountChanges(SlotState.OWNER, changes, reads, List.of(), List.of(), List.of()));
        accounts.add(new AccountChanges(SlotState.address(1), List.of(), List.of(), List.of(), List.of(), List.of()));
        for (int account = 2; account < 6; account++) {
            accounts.add(new AccountChanges(
                    SlotState.address(account),
                    List.of(),
                    List.of(),
                    List.of(new BalanceChange(1, UInt256.of(1_000_000L + number))),
                    List.of(),
                    List.of()));
        }
        return new BlockAccessList(accounts);
    }

    private static void write(UncommittedBlock block, BlockAccessList list) {
        for (AccountChanges account : list.accounts()) {
            for (SlotChanges slot : account.storageChanges()) {
                block.putStorage(account.address(), slot.slot(), slot.valueAfter());
            }
            for (BalanceChange change : account.balanceChanges()) {
                block.putAccount(account.address(), new Account(1, change.balance(), Account.NO_CODE));
            }
        }
    }
}
