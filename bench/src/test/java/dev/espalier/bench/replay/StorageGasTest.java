package dev.espalier.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.UInt256;
import org.junit.jupiter.api.Test;

class StorageGasTest {
    @Test
    void chargesTheFirstStoreToASlotByItsCurrentValue() {
        UInt256 five = UInt256.of(5);

        assertThat(StorageGas.coldStore(five, UInt256.ONE)).isEqualTo(5_000);
        assertThat(StorageGas.coldStore(five, five)).isEqualTo(2_200);
        assertThat(StorageGas.coldStore(UInt256.ZERO, five)).isEqualTo(22_100);
    }
}
