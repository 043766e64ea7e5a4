package dev.espalier.trie.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a block's operations mean, and that what the state keeps between roots does not change them. */
class OracleStateTest {
    private static final Bytes32 ACCOUNT = Bytes32.hashOf("account".getBytes(StandardCharsets.UTF_8));
    private static final Bytes32 OTHER_ACCOUNT = Bytes32.hashOf("other".getBytes(StandardCharsets.UTF_8));
    private static final Bytes32 SLOT = Bytes32.hashOf("slot".getBytes(StandardCharsets.UTF_8));
    private static final Bytes32 OTHER_SLOT = Bytes32.hashOf("other slot".getBytes(StandardCharsets.UTF_8));
    private static final Bytes32 CODE_HASH = Bytes32.hashOf(new byte[] {0x60});

    private final OracleState state = new OracleState();

    @Test
    void putKeepsTheStorage() {
        state.applyBlock(List.of(put(1), set(SLOT, 5)));
        state.applyBlock(List.of(put(2)));
        assertThat(account().storage()).containsOnlyKeys(SLOT);
        assertThat(account().nonce()).isEqualTo(2);
    }

    @Test
    void deleteDropsTheStorageAndTheBlocksEarlierWrites() {
        state.applyBlock(List.of(put(1), set(SLOT, 5)));
        state.applyBlock(List.of(put(7), set(OTHER_SLOT, 6), delete()));
        assertThat(state.account(ACCOUNT)).isNull();
        assertThat(state.stateRoot()).isEqualTo(OracleState.EMPTY_ROOT);
    }

    @Test
    void writesAfterADeleteStartAfresh() {
        state.applyBlock(List.of(put(1), set(SLOT, 5)));
        state.applyBlock(List.of(set(SLOT, 6), delete(), set(OTHER_SLOT, 7), put(2)));
        assertThat(account().storage()).containsOnlyKeys(OTHER_SLOT);
        state.applyBlock(List.of(delete(), put(3)));
        assertThat(account().storage()).isEmpty();
        assertThat(state.storageRoot(ACCOUNT)).isEqualTo(OracleState.EMPTY_ROOT);
    }

    @Test
    void zeroDeletesASlotAndChangesNothingWhereThereIsNone() {
        state.applyBlock(List.of(put(1), set(SLOT, 5)));
        Bytes32 root = state.stateRoot();
        state.applyBlock(List.of(set(OTHER_SLOT, 0), new Op.PutSlot(OTHER_ACCOUNT, SLOT, BigInteger.ZERO)));
        assertThat(state.stateRoot()).isEqualTo(root);
        assertThat(state.accountKeys()).containsExactly(ACCOUNT);
        state.applyBlock(List.of(set(SLOT, 0)));
        assertThat(account().storage()).isEmpty();
    }

    @Test
    void slotMayComeBeforeItsAccount() {
        state.applyBlock(List.of(set(SLOT, 5), put(1)));
        assertThat(account().storage()).containsOnlyKeys(SLOT);
    }

    @Test
    void slotWithoutAccountIsRefusedAndTheBlockLeavesNothing() {
        state.applyBlock(List.of(put(1), set(SLOT, 5)));
        Bytes32 root = state.stateRoot();
        Op orphan = new Op.PutSlot(OTHER_ACCOUNT, SLOT, BigInteger.ONE);
        for (List<Op> block : List.of(List.of(put(9), orphan), List.of(delete(), set(SLOT, 5)))) {
            assertThatThrownBy(() -> state.applyBlock(block))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("slots of an absent account");
            assertThat(state.stateRoot()).isEqualTo(root);
        }
    }

    @Test
    void emptyAccountIsInTheTrie() {
        state.putAccountAt(new byte[20], 0, BigInteger.ZERO, OracleState.EMPTY_CODE_HASH);
        OracleTrie expected = new OracleTrie();
        expected.put(
                Keccak.keccak256(new byte[20]),
                HexFormat.of()
                        .parseHex(
                                "f844" + "8080" + "a0" + OracleState.EMPTY_ROOT + "a0" + OracleState.EMPTY_CODE_HASH));
        assertThat(state.stateRoot()).isEqualTo(expected.root());
    }

    @Test
    void nonceIsUnsigned() {
        state.putAccount(ACCOUNT, -1, BigInteger.valueOf(128), CODE_HASH);
        OracleTrie expected = new OracleTrie();
        String fields = "88" + "ff".repeat(8) + "8180" + "a0" + OracleState.EMPTY_ROOT + "a0" + CODE_HASH;
        expected.put(ACCOUNT, HexFormat.of().parseHex("f84d" + fields));
        assertThat(state.stateRoot()).isEqualTo(expected.root());
    }

    @Test
    void plainKeysAreHashed() {
        byte[] address = {1, 2, 3};
        byte[] slot = new byte[32];
        state.putAccountAt(address, 1, BigInteger.ONE, CODE_HASH);
        state.putSlotAt(address, slot, BigInteger.TEN);
        assertThat(state.accountKeys()).containsExactly(Bytes32.hashOf(address));
        assertThat(state.storageRoot(Bytes32.hashOf(address))).isNotEqualTo(OracleState.EMPTY_ROOT);
        OracleTrie storage = new OracleTrie();
        storage.put(Bytes32.hashOf(slot), new byte[] {10});
        assertThat(state.storageRoot(Bytes32.hashOf(address))).isEqualTo(storage.root());
        state.deleteAccountAt(address);
        assertThat(state.accountKeys()).isEmpty();
    }

    @Test
    void numbersOutOfRangeAreRefused() {
        BigInteger tooLarge = BigInteger.TWO.pow(256);
        assertThatThrownBy(() -> state.putAccount(ACCOUNT, 0, tooLarge, CODE_HASH))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("balance=");
        assertThatThrownBy(() -> state.putSlot(ACCOUNT, SLOT, BigInteger.ONE.negate()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("value=-1");
    }

    @Test
    void copyIsIndependent() {
        state.applyBlock(List.of(put(1), set(SLOT, 5)));
        Bytes32 root = state.stateRoot();
        OracleState copy = state.copy();
        copy.applyBlock(List.of(set(SLOT, 6), set(OTHER_SLOT, 7)));
        assertThat(state.stateRoot()).isEqualTo(root);
        assertThat(copy.stateRoot()).isNotEqualTo(root);
        copy.applyBlock(List.of(set(SLOT, 5), set(OTHER_SLOT, 0)));
        assertThat(copy.stateRoot()).isEqualTo(root);
    }

    @Test
    void keptStorageRootsEqualThoseOfAFreshState() {
        for (long seed = 0; seed < 6; seed++) {
            OracleState played = new OracleState();
            for (List<Op> block : ShapedBlocks.first(40, seed)) {
                played.applyBlock(block);
                assertThat(played.stateRoot())
                        .as("seed %d", seed)
                        .isEqualTo(rebuilt(played).stateRoot());
            }
        }
    }

    @Test
    void branchesNameEveryTrieWithItsAccount() {
        state.applyBlock(List.of(put(1), set(SLOT, 5), set(OTHER_SLOT, 6)));
        state.putAccount(OTHER_ACCOUNT, 0, BigInteger.ZERO, CODE_HASH);
        OracleState.Branches branches = state.branches();
        assertThat(branches.accountTrie())
                .isEqualTo(state.accountTrie().branches())
                .hasSize(1);
        assertThat(branches.storageTries()).containsOnlyKeys(ACCOUNT);
        assertThat(branches.storageTries().get(ACCOUNT))
                .isEqualTo(state.storageTrie(ACCOUNT).branches())
                .hasSize(1);
    }

    private static OracleState rebuilt(OracleState state) {
        OracleState rebuilt = new OracleState();
        for (Bytes32 accountKey : state.accountKeys()) {
            OracleAccount account = Objects.requireNonNull(state.account(accountKey));
            rebuilt.putAccount(accountKey, account.nonce(), account.balance(), account.codeHash());
            account.storage().forEach((slotKey, value) -> rebuilt.putSlot(accountKey, slotKey, value));
        }
        return rebuilt;
    }

    private OracleAccount account() {
        return Objects.requireNonNull(state.account(ACCOUNT));
    }

    private static Op put(long nonce) {
        return new Op.PutAccount(ACCOUNT, nonce, BigInteger.TWO, CODE_HASH);
    }

    private static Op delete() {
        return new Op.DeleteAccount(ACCOUNT);
    }

    private static Op set(Bytes32 slotKey, long value) {
        return new Op.PutSlot(ACCOUNT, slotKey, BigInteger.valueOf(value));
    }
}
