package dev.espalier.trie.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.espalier.trie.Account;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.UInt256;
import dev.espalier.trie.fixture.Keys;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of an account record's bytes, broken one at a time. */
class AccountRecordCorruptionTest {
    private static final String HASH = "ab".repeat(32);

    private static void assertRefused(String hex, String... words) {
        assertThatExceptionOfType(CorruptStoreException.class)
                .as(hex)
                .isThrownBy(() -> AccountRecord.decode(HexFormat.of().parseHex(hex)))
                .satisfies(e -> {
                    assertThat(e).hasMessageStartingWith("account record: ").hasMessageContaining(hex);
                    for (String word : words) {
                        assertThat(e).hasMessageContaining(word);
                    }
                });
    }

    @ParameterizedTest
    @CsvSource({"000000, 0", "200000, 2", "f00000, 15"})
    void anotherVersion(String hex, int version) {
        assertRefused(hex, "version=" + version, "expected 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8000", "ff00", "808000", "ffffffffffffffffff02", "ffffffffffffffffff7f"})
    void aNonceThatIsNotInItsShortestForm(String nonce) {
        assertRefused("10" + nonce + "00", "nonce", "shortest form");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8080808080808080808001", "ffffffffffffffffff80"})
    void aNonceOfMoreThan64Bits(String nonce) {
        assertRefused("10" + nonce + "00", "nonce", "more than 64 bits");
    }

    @Test
    void theLongestNonceThatIsRight() {
        byte[] bytes = HexFormat.of().parseHex("10" + "80".repeat(9) + "01" + "00");
        assertThat(AccountRecord.decode(bytes).account())
                .isEqualTo(new Account(Long.MIN_VALUE, UInt256.ZERO, Account.NO_CODE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0100", "020001", "2000000000000000000000000000000000000000000000000000000000000000ff"})
    void aBalanceWithLeadingZeros(String balance) {
        assertRefused("1000" + balance, "balance", "without leading zeros");
    }

    @Test
    void aBalanceOfMoreThan32Bytes() {
        assertRefused("1000" + "21" + "01".repeat(33), "balance", "length=33");
        assertRefused("1000" + "ff" + "01".repeat(255), "balance", "length=255");
    }

    @Test
    void aFlagForCodeWithTheHashOfNoCode() {
        assertRefused("140000" + Keys.digits(Account.NO_CODE), "code hash");
    }

    @ParameterizedTest
    @ValueSource(strings = {"18000000", "1800008000"})
    void aStorageIdThatIsZeroOrNotInItsShortestForm(String hex) {
        assertRefused(hex, "storage id");
    }

    @Test
    void storageWithoutAStorageId() {
        assertRefused("110000" + HASH + HASH, "storage id", "none");
        assertRefused("120000" + HASH, "storage id", "none");
        assertRefused("130000" + "01a0" + HASH + HASH, "storage id", "none");
    }

    /** An empty storage trie is the absence of a hash. H20. */
    @Test
    void theEmptyRootAsTheRootOfSomeStorage() {
        String empty = Keys.digits(NodeHasher.EMPTY_ROOT);
        assertRefused("19000001" + HASH + empty, "storage root");
        assertRefused("1a000001" + empty, "storage root");
    }

    @ParameterizedTest
    @CsvSource({"00, 0", "40, 64", "80, 0", "ff, 127"})
    void anExtensionThatIsEmptyOrTooLong(String header, int nibbles) {
        assertRefused("1b000001" + header + "a0".repeat(64) + HASH + HASH, "extension", "nibbles=" + nibbles);
    }

    @Test
    void anExtensionWithANibbleBehindTheLast() {
        String hex = AccountRecords.golden("extension").hex();
        assertThat(hex).contains("03abc0");
        assertRefused(hex.replace("03abc0", "03abc1"), "extension", "behind the last");
    }

    @Test
    void anEmbeddedRefThatIsNoShortListOrHasBytesBehindIt() {
        String hex = AccountRecords.golden("extension to an embedded branch").hex();
        assertThat(hex).contains(GoldenRows.EMBEDDED_BRANCH);
        assertRefused(hex.replace(GoldenRows.EMBEDDED_BRANCH, "85" + GoldenRows.EMBEDDED_BRANCH.substring(2)), "ref");
        assertRefused(hex.replace(GoldenRows.EMBEDDED_BRANCH, "df" + GoldenRows.EMBEDDED_BRANCH.substring(2)), "ref");
        assertRefused(
                hex.replace(GoldenRows.EMBEDDED_BRANCH + "00", GoldenRows.EMBEDDED_BRANCH + "01"),
                "ref",
                "padding byte=1");
    }

    @Test
    void aStorageRootThatIsNotTheOneOfTheCell() {
        for (String name : new String[] {"extension", "extension to an embedded branch"}) {
            String hex = AccountRecords.golden(name).hex();
            String wrong = hex.substring(0, hex.length() - 64) + HASH;
            assertRefused(wrong, "storage root", "0x" + HASH, "expected that of the cell");
        }
    }
}
