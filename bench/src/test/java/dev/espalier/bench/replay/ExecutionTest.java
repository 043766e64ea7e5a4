package dev.espalier.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.bench.workload.Access;
import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Gas as computed by hand from EIP-2929, EIP-2200 and EIP-3529, and what an execution leaves. */
class ExecutionTest {
    private static final Address SENDER = address(1);
    private static final Address CONTRACT = address(2);
    private static final Address OTHER = address(3);
    private static final Address NOBODY = address(4);
    private static final UInt256 ABSENT = UInt256.of(100);
    private static final UInt256 SEVEN = UInt256.of(7);
    private static final Access BEGUN = new Access.Transaction(SENDER, UInt256.of(500), CONTRACT);

    private final CommitmentTrie trie = CommitmentTrie.over(MemoryStore.create());

    private static Address address(int number) {
        byte[] bytes = new byte[Address.BYTES];
        bytes[0] = (byte) number;
        return Address.of(bytes);
    }

    private static Access store(UInt256 slot, UInt256 value) {
        return new Access.SlotChange(CONTRACT, slot, value);
    }

    private static Access load(UInt256 slot) {
        return new Access.SlotRead(CONTRACT, slot);
    }

    /** Slots 1 to 9 of the contract hold their numbers. */
    private UncommittedBlock begun() {
        UncommittedBlock block = trie.begin(BlockId.NONE);
        block.putAccount(SENDER, new Account(5, UInt256.of(1_000), Account.NO_CODE));
        block.putAccount(CONTRACT, new Account(1, UInt256.ZERO, Hash32.of(1, 2, 3, 4)));
        block.putAccount(OTHER, new Account(0, UInt256.ONE, Account.NO_CODE));
        for (int slot = 1; slot < 10; slot++) {
            block.putStorage(CONTRACT, UInt256.of(slot), UInt256.of(slot));
        }
        return block;
    }

    private long gas(Access... accesses) {
        try (UncommittedBlock block = begun()) {
            Execution execution = new Execution(block, TouchListener.none());
            List.of(accesses).forEach(execution);
            return execution.gas();
        }
    }

    @Test
    void aTransactionTakesItsBaseAndFindsSenderAndRecipientWarm() {
        assertThat(gas(BEGUN)).isEqualTo(21_000);
        assertThat(gas(BEGUN, new Access.AccountRead(CONTRACT), new Access.AccountRead(SENDER)))
                .isEqualTo(21_000 + 100 + 100);
        assertThat(gas(BEGUN, new Access.Computation(123))).isEqualTo(21_123);
    }

    @Test
    void theFirstAccessOfATransactionIsCold() {
        Access read = new Access.AccountRead(OTHER);

        assertThat(gas(BEGUN, read, read)).isEqualTo(21_000 + 2_600 + 100);
        assertThat(gas(BEGUN, load(SEVEN), load(SEVEN))).isEqualTo(21_000 + 2_100 + 100);
        assertThat(gas(BEGUN, read, load(SEVEN), BEGUN, read, load(SEVEN))).isEqualTo(2 * (21_000 + 2_600 + 2_100));
    }

    @Test
    void aStoreCostsByTheValueThatItFinds() {
        UInt256 one = UInt256.ONE;

        assertThat(gas(BEGUN, store(SEVEN, one))).as("cold reset").isEqualTo(21_000 + 5_000);
        assertThat(gas(BEGUN, store(ABSENT, one))).as("cold set").isEqualTo(21_000 + 22_100);
        assertThat(gas(BEGUN, store(SEVEN, SEVEN))).as("cold, no change").isEqualTo(21_000 + 2_200);
        assertThat(gas(BEGUN, load(SEVEN), store(SEVEN, one))).as("warm reset").isEqualTo(21_000 + 2_100 + 2_900);
        assertThat(gas(BEGUN, store(SEVEN, one), store(SEVEN, UInt256.of(2))))
                .as("second reset in a transaction")
                .isEqualTo(21_000 + 5_000 + 100);
        assertThat(gas(BEGUN, store(SEVEN, one), BEGUN, store(SEVEN, UInt256.of(2))))
                .as("reset in each of two transactions")
                .isEqualTo(2 * (21_000 + 5_000));
    }

    @Test
    void clearingASlotIsRefundedAndTakenBackWhenItIsSetAgain() {
        UInt256 zero = UInt256.ZERO;

        assertThat(gas(BEGUN, store(SEVEN, zero))).isEqualTo(21_000 + 5_000 - 4_800);
        assertThat(gas(BEGUN, store(SEVEN, zero), store(SEVEN, UInt256.ONE))).isEqualTo(21_000 + 5_000 + 100);
        assertThat(gas(BEGUN, store(SEVEN, UInt256.ONE), store(SEVEN, zero))).isEqualTo(21_000 + 5_100 - 4_800);
        assertThat(gas(BEGUN, store(SEVEN, UInt256.ONE), store(SEVEN, SEVEN)))
                .as("back to what it was: 2,800")
                .isEqualTo(21_000 + 5_100 - 2_800);
        assertThat(gas(BEGUN, store(ABSENT, SEVEN), store(ABSENT, zero)))
                .as("19,900, of which a fifth of what was used at most")
                .isEqualTo(43_200 - 43_200 / 5);
    }

    @Test
    void aFifthOfATransactionsGasIsRefundedAtMost() {
        List<Access> clears = new ArrayList<>(List.of(BEGUN));
        for (int slot = 1; slot < 10; slot++) {
            clears.add(store(UInt256.of(slot), UInt256.ZERO));
        }
        long used = 21_000 + 9 * 5_000;

        assertThat(gas(clears.toArray(Access[]::new))).isEqualTo(used - used / 5);
    }

    @Test
    void aPaymentCostsByWhetherTheAccountIsThere() {
        Access paid = new Access.Payment(OTHER, UInt256.of(9));
        Access created = new Access.Payment(NOBODY, UInt256.of(9));
        Access own = new Access.Payment(CONTRACT, UInt256.of(9));

        assertThat(gas(BEGUN, paid)).isEqualTo(21_000 + 2_600 + 9_000);
        assertThat(gas(BEGUN, created)).isEqualTo(21_000 + 2_600 + 9_000 + 25_000);
        assertThat(gas(BEGUN, created, created)).isEqualTo(21_000 + 2_600 + 9_000 + 25_000 + 9_100);
        assertThat(gas(BEGUN, own)).as("what the transaction brings along").isEqualTo(21_000);
    }

    @Test
    void theProtocolsOwnAccessesCostNothing() {
        Access protocol = new Access.ProtocolCalls();

        assertThat(gas(protocol, store(SEVEN, UInt256.ONE), load(ABSENT), new Access.Payment(OTHER, SEVEN)))
                .isZero();
        assertThat(gas(BEGUN, protocol, store(SEVEN, UInt256.ONE), new Access.AccountRead(OTHER)))
                .isEqualTo(21_000);
    }

    @Test
    void whatIsWrittenIsThere() {
        try (UncommittedBlock block = begun()) {
            Execution execution = new Execution(block, TouchListener.none());
            List.of(BEGUN, store(SEVEN, UInt256.ONE), new Access.Payment(NOBODY, UInt256.of(9)))
                    .forEach(execution);

            assertThat(block.account(SENDER)).isEqualTo(new Account(6, UInt256.of(500), Account.NO_CODE));
            assertThat(block.account(NOBODY)).isEqualTo(new Account(0, UInt256.of(9), Account.NO_CODE));
            assertThat(block.storage(CONTRACT, SEVEN)).isEqualTo(UInt256.ONE);
        }
    }

    @Test
    void everyAccessIsAnnouncedBeforeItIsMade() {
        List<String> told = new ArrayList<>();
        try (UncommittedBlock block = begun()) {
            Execution execution = new Execution(block, new TouchListener() {
                @Override
                public void reads(Address address) {
                    told.add("reads " + address.toBytes()[0]);
                }

                @Override
                public void reads(Address address, UInt256 slot) {
                    told.add("reads " + address.toBytes()[0] + "/" + slot.toBigInteger());
                }

                @Override
                public void writes(Address address) {
                    told.add("writes " + address.toBytes()[0]);
                }

                @Override
                public void writes(Address address, UInt256 slot) {
                    told.add("writes " + address.toBytes()[0] + "/" + slot.toBigInteger() + ", now "
                            + block.storage(address, slot).toBigInteger());
                }
            });
            List.of(BEGUN, load(UInt256.ONE), store(SEVEN, UInt256.ONE), new Access.Payment(OTHER, SEVEN))
                    .forEach(execution);
        }
        assertThat(told).containsExactly("writes 1", "reads 2", "reads 2/1", "writes 2/7, now 7", "writes 3");
    }
}
