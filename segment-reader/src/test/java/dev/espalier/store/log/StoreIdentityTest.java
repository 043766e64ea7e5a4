package dev.espalier.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.trie.BlockId;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.commit.LeafKind;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class StoreIdentityTest {
    private static final BlockId GENESIS = BlockId.of(Hash32.of(0xAL, 1, 2, 3));
    private static final StoreIdentity MAINNET = new StoreIdentity(1, LeafKind.STATE, GENESIS);

    @Test
    void itIsDecodedAsItWasEncoded() {
        for (LeafKind kind : LeafKind.values()) {
            for (long chainId : new long[] {0, 1, 300, -1}) {
                StoreIdentity identity = new StoreIdentity(chainId, kind, GENESIS);
                assertThat(StoreIdentity.decode(identity.encode(), "here")).isEqualTo(identity);
            }
        }
        assertThat(HexFormat.of().formatHex(new StoreIdentity(300, LeafKind.RAW, GENESIS).encode()))
                .isEqualTo("01" + "ac02" + "01" + "000000000000000a000000000000000100000000000000020000000000000003");
    }

    @Test
    void chainsAreToldApartByIdLeavesAndGenesis() {
        assertThat(MAINNET.matches(MAINNET)).isTrue();
        assertThat(MAINNET.matches(new StoreIdentity(2, LeafKind.STATE, GENESIS)))
                .isFalse();
        assertThat(MAINNET.matches(new StoreIdentity(1, LeafKind.RAW, GENESIS))).isFalse();
        assertThat(MAINNET.matches(new StoreIdentity(1, LeafKind.STATE, BlockId.of(Hash32.of(1, 1, 1, 1)))))
                .isFalse();
    }

    @Test
    void whereAGenesisIsNotNamedTheRestDecides() {
        StoreIdentity unnamed = new StoreIdentity(1, LeafKind.STATE, BlockId.NONE);

        assertThat(MAINNET.matches(unnamed)).isTrue();
        assertThat(unnamed.matches(MAINNET)).isTrue();
        assertThat(unnamed.matches(new StoreIdentity(2, LeafKind.STATE, BlockId.NONE)))
                .isFalse();
    }

    @Test
    void anotherFormatVersionIsToldApartFromDamage() {
        byte[] bytes = MAINNET.encode();
        bytes[0] = 2;

        assertThatThrownBy(() -> StoreIdentity.decode(bytes, "store.x"))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("store.x")
                .hasMessageContaining("version=2");
    }

    @Test
    void noTruncationAndNoByteMoreIsAnIdentity() {
        byte[] bytes = MAINNET.encode();

        for (int length = 0; length <= bytes.length + 1; length++) {
            byte[] other = Arrays.copyOf(bytes, length);
            if (length != bytes.length) {
                assertThatThrownBy(() -> StoreIdentity.decode(other, "here")).isInstanceOf(CorruptStoreException.class);
            }
        }
    }
}
