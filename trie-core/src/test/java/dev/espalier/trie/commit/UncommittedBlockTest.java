package dev.espalier.trie.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.MissingAccountException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.hash.Keccak256;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.oracle.Bytes32;
import dev.espalier.trie.oracle.OracleState;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What a block's writes mean, and what is read through it. */
class UncommittedBlockTest {
    private static final long SEED = 0x5EED_B10CL;
    private static final Address A = Address.fromHex("a".repeat(40));
    private static final Address B = Address.fromHex("b".repeat(40));
    private static final UInt256 SLOT = UInt256.of(1);
    private static final UInt256 OTHER_SLOT = UInt256.of(2);
    private static final Account RICH = new Account(3, UInt256.of(1_000), Hash32.of(1, 2, 3, 4));

    private final MemoryStore store = MemoryStore.create();
    private final CommitmentTrie trie = CommitmentTrie.over(store);
    private int blocks;

    private void commit(Consumer<UncommittedBlock> writes) {
        try (UncommittedBlock block = trie.begin(trie.head())) {
            writes.accept(block);
            Hash32 root = block.stateRoot();
            block.seal(BlockId.of(Hash32.of(0, 0, 0, ++blocks)));
            block.commit(root);
        }
    }

    private UncommittedBlock begin() {
        return trie.begin(trie.head());
    }

    /** A block on a state in which A has two slots and B none. */
    private UncommittedBlock beginOnTwoAccounts() {
        commit(block -> {
            block.putAccount(A, Account.EMPTY);
            block.putStorage(A, SLOT, UInt256.of(11));
            block.putStorage(A, OTHER_SLOT, UInt256.of(22));
            block.putAccount(B, RICH);
        });
        return begin();
    }

    private static Hash32 oracleRoot(Consumer<OracleState> writes) {
        OracleState state = new OracleState();
        writes.accept(state);
        return Keys.ofTrie(state.stateRoot());
    }

    private static void putAt(OracleState state, Address address, Account account) {
        state.putAccountAt(
                address.toBytes(),
                account.nonce(),
                account.balance().toBigInteger(),
                Keys.ofOracle(account.codeHash()));
    }

    @Test
    void startsWithTheParentsStateAndReadsItsOwnWrites() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            assertThat(block.account(A)).isEqualTo(Account.EMPTY);
            assertThat(block.storage(A, SLOT)).isEqualTo(UInt256.of(11));
            block.putAccount(A, RICH);
            block.putStorage(A, SLOT, UInt256.MAX);
            assertThat(block.account(A)).isEqualTo(RICH);
            assertThat(block.storage(A, SLOT)).isEqualTo(UInt256.MAX);
            assertThat(block.storage(A, OTHER_SLOT)).isEqualTo(UInt256.of(22));
            block.stateRoot();
            assertThat(block.account(A)).isEqualTo(RICH);
            assertThat(block.storage(A, SLOT)).isEqualTo(UInt256.MAX);
            assertThat(block.storage(A, OTHER_SLOT)).isEqualTo(UInt256.of(22));
        }
        try (TrieView view = trie.view(trie.head())) {
            assertThat(view.account(A)).as("nothing was committed").isEqualTo(Account.EMPTY);
            assertThat(view.storage(A, SLOT)).isEqualTo(UInt256.of(11));
        }
    }

    @Test
    void whatIsNotThereReadsAsNothing() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            Address nobody = Address.of(new byte[20]);
            assertThat(block.account(nobody)).isNull();
            assertThat(block.storage(nobody, SLOT)).isEqualTo(UInt256.ZERO);
            assertThat(block.storageRoot(nobody)).isEqualTo(NodeHasher.EMPTY_ROOT);
            assertThat(block.storage(A, UInt256.of(99))).isEqualTo(UInt256.ZERO);
            assertThat(block.storage(B, SLOT)).isEqualTo(UInt256.ZERO);
            assertThat(block.storageRoot(B)).isEqualTo(NodeHasher.EMPTY_ROOT);
            block.putStorage(nobody, SLOT, UInt256.ONE);
            assertThat(block.account(nobody)).as("a slot makes no account").isNull();
            assertThat(block.storage(nobody, SLOT)).isEqualTo(UInt256.ONE);
        }
    }

    @Test
    void plainAndHashedKeysNameTheSame() {
        Hash32 key = Keccak256.hash32(A.toBytes());
        Hash32 slotKey = Keccak256.hash32(SLOT.toBytes32());
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            assertThat(block.account(key)).isEqualTo(Account.EMPTY);
            assertThat(block.storage(key, slotKey)).isEqualTo(UInt256.of(11));
            assertThat(block.storageRoot(key)).isEqualTo(block.storageRoot(A));
            block.putAccount(key, RICH);
            block.putStorage(key, slotKey, UInt256.of(5));
            assertThat(block.account(A)).isEqualTo(RICH);
            assertThat(block.storage(A, SLOT)).isEqualTo(UInt256.of(5));
            block.deleteAccount(key);
            assertThat(block.account(A)).isNull();
            block.putAccount(A, RICH);
            block.deleteAccount(A);
            assertThat(block.account(key)).isNull();
        }
    }

    /** The order of calls inside a block is free. H35. */
    @Test
    void aSlotMayBeWrittenBeforeItsAccount() {
        Hash32 expected = oracleRoot(state -> {
            putAt(state, A, RICH);
            state.putSlotAt(A.toBytes(), SLOT.toBytes32(), BigInteger.TEN);
        });
        try (UncommittedBlock block = begin()) {
            block.putStorage(A, SLOT, UInt256.of(10));
            block.putAccount(A, RICH);
            assertThat(block.stateRoot()).isEqualTo(expected);
        }
    }

    @Test
    void writesOfDifferentAccountsAndSlotsMayComeInAnyOrder() {
        Random random = new Random(SEED);
        Hash32 first = null;
        for (int attempt = 0; attempt < 20; attempt++) {
            List<Consumer<UncommittedBlock>> writes = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Address address = Address.fromHex(String.format("%040x", i));
                writes.add(block -> block.putAccount(address, RICH));
                for (int slot = 0; slot < 5; slot++) {
                    UInt256 index = UInt256.of(slot);
                    writes.add(block -> block.putStorage(address, index, UInt256.of(7)));
                }
            }
            Collections.shuffle(writes, random);
            try (UncommittedBlock block = begin()) {
                writes.forEach(write -> write.accept(block));
                first = first == null ? block.stateRoot() : first;
                assertThat(block.stateRoot())
                        .as("seed=%x attempt=%d", SEED, attempt)
                        .isEqualTo(first);
            }
        }
    }

    @Test
    void puttingAnAccountKeepsItsStorage() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            Hash32 storageRoot = block.storageRoot(A);
            block.putAccount(A, RICH);
            assertThat(block.storageRoot(A)).isEqualTo(storageRoot).isNotEqualTo(NodeHasher.EMPTY_ROOT);
        }
    }

    @Test
    void deletingAnAccountDropsItsStorageAndEarlierWrites() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            block.putStorage(A, UInt256.of(3), UInt256.of(33));
            block.deleteAccount(A);
            assertThat(block.account(A)).isNull();
            assertThat(block.storage(A, SLOT)).isEqualTo(UInt256.ZERO);
            assertThat(block.storage(A, UInt256.of(3))).isEqualTo(UInt256.ZERO);
            assertThat(block.storageRoot(A)).isEqualTo(NodeHasher.EMPTY_ROOT);
            assertThat(block.stateRoot()).isEqualTo(oracleRoot(state -> putAt(state, B, RICH)));
        }
    }

    @Test
    void writesAfterADeletionStartAfresh() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            block.deleteAccount(A);
            block.putAccount(A, RICH);
            block.putStorage(A, UInt256.of(3), UInt256.of(33));
            assertThat(block.storage(A, SLOT)).isEqualTo(UInt256.ZERO);
            assertThat(block.storage(A, UInt256.of(3))).isEqualTo(UInt256.of(33));
            assertThat(block.stateRoot()).isEqualTo(oracleRoot(state -> {
                putAt(state, A, RICH);
                putAt(state, B, RICH);
                state.putSlotAt(A.toBytes(), UInt256.of(3).toBytes32(), BigInteger.valueOf(33));
            }));
        }
    }

    /** A zero deletes a slot; where there is none it does nothing, not even for an absent account. H31. */
    @Test
    void aZeroClearsASlotAndIsNothingWhereThereIsNone() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            Hash32 before = block.stateRoot();
            block.putStorage(A, UInt256.of(99), UInt256.ZERO);
            block.putStorage(Address.of(new byte[20]), SLOT, UInt256.ZERO);
            block.putStorage(B, SLOT, UInt256.ZERO);
            assertThat(block.stateRoot()).isEqualTo(before);
            block.putStorage(A, SLOT, UInt256.ZERO);
            assertThat(block.storage(A, SLOT)).isEqualTo(UInt256.ZERO);
            assertThat(block.stateRoot()).isNotEqualTo(before);
            block.putStorage(A, SLOT, UInt256.of(11));
            assertThat(block.stateRoot()).isEqualTo(before);
        }
    }

    @Test
    void theLastWriteToASlotCounts() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            Hash32 before = block.stateRoot();
            block.putStorage(A, SLOT, UInt256.of(5));
            block.putStorage(A, SLOT, UInt256.ZERO);
            block.putStorage(A, SLOT, UInt256.of(11));
            block.putStorage(A, UInt256.of(77), UInt256.ONE);
            block.putStorage(A, UInt256.of(77), UInt256.ZERO);
            assertThat(block.stateRoot()).isEqualTo(before);
            assertThat(block.stats().rowsWritten()).isZero();
        }
    }

    @Test
    void noAccountIsDroppedForBeingEmpty() {
        try (UncommittedBlock block = begin()) {
            block.putAccount(A, Account.EMPTY);
            assertThat(block.stateRoot()).isEqualTo(oracleRoot(state -> putAt(state, A, Account.EMPTY)));
            assertThat(block.account(A)).isEqualTo(Account.EMPTY);
        }
    }

    @Test
    void aSlotOfAnAbsentAccountIsAnErrorThatNamesItsAddressAndIsMendable() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            Address nobody = Address.fromHex("c".repeat(40));
            block.putStorage(B, SLOT, UInt256.ONE);
            block.putStorage(nobody, SLOT, UInt256.ONE);
            block.putStorage(nobody, OTHER_SLOT, UInt256.ONE);
            block.putStorage(nobody, UInt256.of(3), UInt256.ZERO);
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatExceptionOfType(MissingAccountException.class)
                        .isThrownBy(block::stateRoot)
                        .withMessageContaining("account=" + nobody + ", slots written=2");
            }
            assertThatExceptionOfType(MissingAccountException.class).isThrownBy(() -> block.storageRoot(A));
            assertThatExceptionOfType(MissingAccountException.class)
                    .isThrownBy(() -> block.seal(BlockId.of(Keys.key("1"))));
            block.putAccount(nobody, RICH);
            assertThat(block.stateRoot()).isEqualTo(mendedRoot(nobody));
        }
    }

    private static Hash32 mendedRoot(Address mended) {
        return oracleRoot(state -> {
            putAt(state, A, Account.EMPTY);
            state.putSlotAt(A.toBytes(), SLOT.toBytes32(), BigInteger.valueOf(11));
            state.putSlotAt(A.toBytes(), OTHER_SLOT.toBytes32(), BigInteger.valueOf(22));
            putAt(state, B, RICH);
            state.putSlotAt(B.toBytes(), SLOT.toBytes32(), BigInteger.ONE);
            putAt(state, mended, RICH);
            state.putSlotAt(mended.toBytes(), SLOT.toBytes32(), BigInteger.ONE);
            state.putSlotAt(mended.toBytes(), OTHER_SLOT.toBytes32(), BigInteger.ONE);
        });
    }

    @Test
    void aSlotOfAnAbsentAccountIsNamedByItsKeyWhereThatWasGiven() {
        try (UncommittedBlock block = begin()) {
            block.putStorage(Keys.key("abc"), Keys.key("1"), UInt256.ONE);
            assertThatExceptionOfType(MissingAccountException.class)
                    .isThrownBy(block::stateRoot)
                    .withMessageContaining("account=" + Keys.key("abc"));
            block.deleteAccount(Keys.key("abc"));
            assertThat(block.stateRoot()).as("mended by deleting it").isEqualTo(NodeHasher.EMPTY_ROOT);
        }
    }

    @Test
    void aSlotOfAnAccountThatTheBlockDeletedIsAnError() {
        try (UncommittedBlock block = beginOnTwoAccounts()) {
            block.deleteAccount(A);
            block.putStorage(A, SLOT, UInt256.ONE);
            assertThatExceptionOfType(MissingAccountException.class)
                    .isThrownBy(block::stateRoot)
                    .withMessageContaining(A.toString());
        }
    }

    @Test
    void theRootMayBeAskedBetweenWritesAndIsThatOfAllTogether() {
        OracleState oracle = new OracleState();
        Random random = new Random(SEED);
        try (UncommittedBlock block = begin();
                UncommittedBlock once = begin()) {
            for (int i = 0; i < 200; i++) {
                Bytes32 account = Bytes32.hashOf(new byte[] {(byte) random.nextInt(6)});
                Bytes32 slot = Bytes32.hashOf(new byte[] {(byte) random.nextInt(20)});
                BigInteger value = BigInteger.valueOf(random.nextInt(3));
                Hash32 key = Keys.ofTrie(account);
                boolean delete = random.nextInt(10) == 0;
                if (delete) {
                    oracle.deleteAccount(account);
                } else {
                    oracle.putAccount(account, i, value, OracleState.EMPTY_CODE_HASH);
                    oracle.putSlot(account, slot, value);
                }
                for (UncommittedBlock each : List.of(block, once)) {
                    if (delete) {
                        each.deleteAccount(key);
                    } else {
                        each.putAccount(key, new Account(i, UInt256.of(value), Account.NO_CODE));
                        each.putStorage(key, Keys.ofTrie(slot), UInt256.of(value));
                    }
                }
                assertThat(block.stateRoot())
                        .as("seed=%x write=%d", SEED, i)
                        .isEqualTo(Keys.ofTrie(oracle.stateRoot()));
            }
            assertThat(once.stateRoot()).isEqualTo(block.stateRoot());
        }
    }
}
