package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.fail;

import dev.espalier.trie.Account;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.Keys;
import dev.espalier.trie.oracle.Rlp;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccountRecordTest {
    private static final long SEED = 0x5EED_ACC0L;
    private static final boolean LONG = Boolean.getBoolean("espalier.long");

    static Stream<AccountRecords.Golden> golden() {
        return AccountRecords.golden().stream();
    }

    @ParameterizedTest
    @MethodSource("golden")
    void everyStorageKindHasTheBytesThatTheLayoutGives(AccountRecords.Golden golden) {
        assertThat(golden.record().encode()).isEqualTo(golden.bytes());
        assertThat(AccountRecord.decode(golden.bytes())).isEqualTo(golden.record());
    }

    @Test
    void everyRecordIsReadAsItWasWritten() {
        Random random = new Random(SEED);
        for (int i = 0; i < (LONG ? 200_000 : 5_000); i++) {
            AccountRecord record = AccountRecords.random(random);
            assertThat(AccountRecord.decode(record.encode()))
                    .as("seed=%x record=%d", SEED, i)
                    .isEqualTo(record);
        }
    }

    /** Nonces and balances where an encoding gets longer. H32. */
    @Test
    void numbersAtEveryBoundaryAreReadAsTheyWereWritten() {
        for (int bits = 0; bits <= 256; bits++) {
            for (int off = -1; off <= 1; off++) {
                BigInteger number = BigInteger.TWO.pow(bits).add(BigInteger.valueOf(off));
                if (number.bitLength() <= 256) {
                    assertNumber(number);
                }
            }
        }
    }

    private static void assertNumber(BigInteger number) {
        Account account = new Account(number.longValue(), UInt256.of(number), Account.NO_CODE);
        AccountRecord record = AccountRecord.withoutStorage(account);
        assertThat(AccountRecord.decode(record.encode())).isEqualTo(record);
        assertThat(record.toRlp()).isEqualTo(rlp(record));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void theLeafsValueIsTheAccountsRlp(AccountRecords.Golden golden) {
        assertThat(golden.record().toRlp()).isEqualTo(rlp(golden.record()));
        assertThat(LeafValue.ACCOUNT.encode(golden.bytes())).isEqualTo(rlp(golden.record()));
    }

    private static byte[] rlp(AccountRecord record) {
        BigInteger nonce = new BigInteger(Long.toUnsignedString(record.account().nonce()));
        return Rlp.list(List.of(
                Rlp.number(nonce),
                Rlp.number(record.account().balance().toBigInteger()),
                Rlp.string(record.storageRoot().toBytes()),
                Rlp.string(record.account().codeHash().toBytes())));
    }

    @Test
    void theStorageIdIsNoPartOfTheLeafsValue() {
        AccountRecord one = new AccountRecord(Account.EMPTY, 1, RootCell.EMPTY, NodeHasher.EMPTY_ROOT);
        assertThat(one.toRlp())
                .isEqualTo(AccountRecord.withoutStorage(Account.EMPTY).toRlp());
        assertThat(one.encode())
                .isNotEqualTo(AccountRecord.withoutStorage(Account.EMPTY).encode());
    }

    /** An empty storage trie is the absence of a hash. H20. */
    @Test
    void refusesAnEmptyStorageRootWithStorageAndTheReverse() {
        RootCell leaf = new RootCell.Leaf(Hash32.ZERO);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccountRecord(Account.EMPTY, 1, leaf, NodeHasher.EMPTY_ROOT))
                .withMessageContaining("storageRoot=" + NodeHasher.EMPTY_ROOT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccountRecord(Account.EMPTY, 1, RootCell.EMPTY, Hash32.ZERO))
                .withMessageContaining("storageRoot=" + Hash32.ZERO);
    }

    @Test
    void refusesStorageWithoutAStorageId() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccountRecord(Account.EMPTY, 0, new RootCell.Leaf(Hash32.ZERO), Hash32.ZERO))
                .withMessageContaining("storage without a storage id");
    }

    @Test
    void theRootOfACellIsHashedHoweverShortItsNodeIs() {
        AccountRecord record =
                AccountRecords.golden("extension to an embedded branch").record();
        assertThat(AccountRecord.rootOf((RootCell.Branch) record.storageCell())).isEqualTo(record.storageRoot());
        BranchPath root = BranchPath.root(1);
        RootCell.Branch atRoot = new RootCell.Branch(root, NodeRef.ofHash(AccountRecords.REF));
        assertThat(AccountRecord.rootOf(atRoot)).isEqualTo(AccountRecords.REF);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void aRecordCutShortAnywhereOrWithAByteBehindItIsRefused(AccountRecords.Golden golden) {
        byte[] bytes = golden.bytes();
        for (int length = 0; length < bytes.length; length++) {
            assertThat(decodeOrNull(Arrays.copyOf(bytes, length)))
                    .as("length=%d", length)
                    .isNull();
        }
        assertThat(decodeOrNull(Arrays.copyOf(bytes, bytes.length + 1))).isNull();
    }

    /** One flipped bit either is noticed or gives another record that is written in just these bytes. */
    @ParameterizedTest
    @ValueSource(longs = {SEED, SEED + 1})
    void everyFlippedBitIsNoticedOrGivesAnotherRecordInItsOnlyForm(long seed) {
        Random random = new Random(seed);
        Stream<AccountRecord> records = Stream.concat(
                golden().map(AccountRecords.Golden::record),
                Stream.generate(() -> AccountRecords.random(random)).limit(LONG ? 2_000 : 30));
        records.forEach(record -> {
            byte[] bytes = record.encode();
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                byte[] flipped = bytes.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                AccountRecord other = decodeOrNull(flipped);
                if (other != null && (other.equals(record) || !Arrays.equals(other.encode(), flipped))) {
                    fail("seed=%x bit=%d: %s has two forms", seed, bit, other);
                }
            }
        });
    }

    private static @Nullable AccountRecord decodeOrNull(byte[] bytes) {
        try {
            return AccountRecord.decode(bytes);
        } catch (CorruptStoreException e) {
            assertThat(e).hasMessageStartingWith("account record: ");
            return null;
        }
    }

    @Test
    void isEqualByItsFields() {
        AccountRecord record = AccountRecords.golden("one slot").record();
        assertThat(record)
                .isNotEqualTo(AccountRecords.golden("branch").record())
                .isNotEqualTo(new AccountRecord(record.account(), 126, record.storageCell(), record.storageRoot()));
        assertThat(Keys.digits(record.storageRoot())).hasSize(64);
    }
}
