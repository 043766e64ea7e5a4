package dev.espalier.trie;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.oracle.Keccak;
import org.junit.jupiter.api.Test;

class AccountTest {
    @Test
    void noCodeIsTheHashOfNothing() {
        assertThat(Account.NO_CODE).isEqualTo(Hash32.of(Keccak.keccak256(new byte[0])));
    }

    @Test
    void theEmptyAccountHasNothing() {
        assertThat(Account.EMPTY).isEqualTo(new Account(0, UInt256.ZERO, Account.NO_CODE));
    }

    @Test
    void isEqualByItsFields() {
        Account account = new Account(-1, UInt256.MAX, Hash32.ZERO);
        assertThat(account)
                .isEqualTo(new Account(-1, UInt256.MAX, Hash32.ZERO))
                .isNotEqualTo(new Account(1, UInt256.MAX, Hash32.ZERO))
                .isNotEqualTo(new Account(-1, UInt256.ONE, Hash32.ZERO))
                .isNotEqualTo(new Account(-1, UInt256.MAX, Account.NO_CODE));
    }
}
