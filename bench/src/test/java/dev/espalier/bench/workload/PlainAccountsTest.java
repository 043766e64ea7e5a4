package dev.espalier.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Account;
import dev.espalier.trie.Address;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlainAccountsTest {
    @Test
    void givesAsManyDifferentAccountsAsAskedFor() {
        assertThat(accounts(0, 1)).isEmpty();
        assertThat(accounts(5_000, 1)).hasSize(5_000).doesNotContainKey(BloatAccount.ADDRESS);
    }

    @Test
    void givesTheSameAccountsForTheSameSeed() {
        assertThat(accounts(100, 1)).isEqualTo(accounts(100, 1)).isNotEqualTo(accounts(100, 2));
    }

    private static Map<Address, Account> accounts(int count, long seed) {
        Map<Address, Account> accounts = new LinkedHashMap<>();
        new PlainAccounts(count, seed).forEach(accounts::put);
        return accounts;
    }
}
