package dev.espalier.trie;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class BlockIdTest {
    private static final String DIGITS = "1".repeat(64);

    @Test
    void isTheBlocksHash() {
        BlockId id = BlockId.fromHex("0x" + DIGITS);
        assertThat(id).isEqualTo(BlockId.of(Hash32.fromHex(DIGITS))).hasToString("0x" + DIGITS);
        assertThat(id.hash()).isEqualTo(Hash32.fromHex(DIGITS));
        assertThat(id).isNotEqualTo(BlockId.NONE).hasSameHashCodeAs(BlockId.fromHex(DIGITS));
    }

    @Test
    void noBlockIsZeroAndSaysSo() {
        assertThat(BlockId.NONE).isEqualTo(BlockId.of(Hash32.ZERO)).hasToString("none");
    }

    @Test
    void refusesTextThatIsNoHash() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BlockId.fromHex("0x1"))
                .withMessageContaining("digits=1, expected 64");
    }
}
