package dev.espalier.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.StateMark;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogExtentTest {
    @Test
    void itFollowsTheLog() {
        FileList files = new FileList(1, 5, StateMark.EMPTY, 1, 1, List.of(), Map.of());
        LogExtent appended = LogExtent.EMPTY.appended(3, 6);

        assertThat(appended).isEqualTo(new LogExtent(3, 0, 6, 0, 0));
        assertThat(appended.switched(files)).isEqualTo(new LogExtent(3, 0, 6, 1, 0));
        assertThat(appended.pruned(2, 5)).isEqualTo(new LogExtent(1, 5, 6, 0, 0));
        assertThat(appended.pruned(3, 6)).as("the newest seq stays").isEqualTo(new LogExtent(0, 6, 6, 0, 0));
    }

    @Test
    void itIsDecodedAsItWasEncoded() {
        LogExtent extent = new LogExtent(300, 7, Long.MAX_VALUE, 1L << 40, 12);

        assertThat(LogExtent.decode(extent.encode())).isEqualTo(extent);
        assertThat(HexFormat.of().formatHex(new LogExtent(2, 300, 302, 9, 1).encode()))
                .isEqualTo("01" + "02" + "ac02" + "ae02" + "09" + "01");
    }

    @Test
    void noTruncationAndNoByteMoreIsAnExtent() {
        byte[] bytes = new LogExtent(300, 7, 400, 1L << 40, 12).encode();

        for (int length = 0; length <= bytes.length + 1; length++) {
            byte[] other = Arrays.copyOf(bytes, length);
            if (length != bytes.length) {
                assertThatThrownBy(() -> LogExtent.decode(other)).isInstanceOf(CorruptStoreException.class);
            }
        }
    }

    @Test
    void numbersThatCannotBelongTogetherAreRefused() {
        assertThatThrownBy(() -> new LogExtent(3, 5, 7, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("records=3");
        assertThatThrownBy(() -> new LogExtent(0, 5, 7, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LogExtent(-1, 5, 7, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LogExtent.decode(HexFormat.of().parseHex("010305070000")))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("expected numbers of one log");
        assertThatThrownBy(() -> LogExtent.decode(HexFormat.of().parseHex("0100000000ffffffffff01")))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("segments");
    }

    @Test
    void anotherVersionIsRefused() {
        assertThatThrownBy(() -> LogExtent.decode(HexFormat.of().parseHex("020000000000")))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("version=2, expected 1");
    }
}
