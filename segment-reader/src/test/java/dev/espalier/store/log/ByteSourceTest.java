package dev.espalier.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.CorruptStoreException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class ByteSourceTest {
    private static ByteSource of(String hex) {
        return new ByteSource(HexFormat.of().parseHex(hex), "value");
    }

    @Test
    void numbersAreReadAsTheyWereWritten() {
        for (int shift = 0; shift < Long.SIZE; shift++) {
            for (long delta = -1; delta <= 1; delta++) {
                long number = (1L << shift) + delta;
                ByteSink out = new ByteSink(0);
                out.varint(number);
                byte[] bytes = out.toBytes();
                ByteSource in = new ByteSource(bytes, "value");

                assertThat(bytes).hasSize(ByteSink.varintBytes(number));
                assertThat(in.varint("number")).isEqualTo(number);
                in.end();
            }
        }
    }

    @Test
    void aNumberHasOneForm() {
        for (String wrong :
                List.of("8000", "ff00", "808080808080808080" + "02", "ffffffffffffffffff7f", "ff".repeat(10))) {
            assertThatThrownBy(() -> of(wrong).varint("number"))
                    .as(wrong)
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("value: number");
        }
    }

    @Test
    void aNumberThatMustNotBeNegativeIsRefused() {
        assertThat(of("ffffffffffffffff7f").positive("number")).isEqualTo(Long.MAX_VALUE);
        assertThatThrownBy(() -> of("ffffffffffffffffff01").positive("number"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("18446744073709551615");
    }

    @Test
    void aCountOfMoreThanCanFollowIsRefusedBeforeAnythingIsAllocated() {
        assertThat(of("02aabbcc").count("items", 1)).isEqualTo(2);
        assertThatThrownBy(() -> of("ffffffff7f").count("items", 1))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("expected at most 0 in the bytes left");
        assertThatThrownBy(() -> of("02aabbcc").count("items", 2)).isInstanceOf(CorruptStoreException.class);
        assertThatThrownBy(() -> of("ffffffffffffffffff01aa").count("items", 1))
                .isInstanceOf(CorruptStoreException.class);
    }
}
