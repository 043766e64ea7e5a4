package dev.espalier.trie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    private static final String CHECKSUMMED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    private static final String PLAIN = "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed";

    @Test
    void readsAnyLetterCaseAndWritesLowerCase() {
        Address address = Address.fromHex(CHECKSUMMED);
        assertThat(address).hasToString("0x" + PLAIN);
        assertThat(Address.fromHex(PLAIN)).isEqualTo(address).hasSameHashCodeAs(address);
        assertThat(Address.of(address.toBytes())).isEqualTo(address);
    }

    @Test
    void keepsNoArrayOfTheCaller() {
        byte[] bytes = new byte[20];
        Address address = Address.of(bytes);
        bytes[0] = 1;
        address.toBytes()[19] = 1;
        assertThat(address).hasToString("0x" + "0".repeat(40));
    }

    @Test
    void isUnequalToAnotherAddressAndToAnythingElse() {
        assertThat(Address.of(new byte[20]))
                .isNotEqualTo(Address.fromHex(PLAIN))
                .isNotEqualTo(null)
                .isNotEqualTo("0x" + "0".repeat(40));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 19, 21, 32})
    void refusesAnotherLength(int length) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.of(new byte[length]))
                .withMessage("address: length=" + length + ", expected 20");
    }

    @Test
    void refusesTextThatIsNoAddress() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.fromHex(PLAIN + "0"))
                .withMessageContaining("address: digits=41, expected 40");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.fromHex(PLAIN.replace('a', 'x')))
                .withMessageContaining("address: not hexadecimal");
    }
}
