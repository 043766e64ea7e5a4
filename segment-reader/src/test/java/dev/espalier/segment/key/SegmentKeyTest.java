package dev.espalier.segment.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.segment.SampleKeys;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SegmentKeyTest {
    private static byte[] encode(SegmentKey key) {
        byte[] bytes = new byte[SegmentKey.BYTES];
        key.encodeTo(bytes, 0);
        return bytes;
    }

    @Test
    void encodedBytesHaveTheOrderOfTheKeysAndOfTheirPaths() {
        List<SegmentKey> keys = new ArrayList<>();
        SampleKeys samples = new SampleKeys(new Random(1));
        for (int i = 0; i < 200; i++) {
            keys.add(samples.rowKey());
            keys.add(samples.leafKey());
        }
        for (SegmentKey a : keys) {
            for (SegmentKey b : keys) {
                int order = Integer.signum(a.compareTo(b));
                assertThat(Integer.signum(Arrays.compareUnsigned(encode(a), encode(b))))
                        .as(a + " against " + b)
                        .isEqualTo(order);
                assertThat(a.equals(b)).isEqualTo(order == 0);
                if (!a.isLeaf() && !b.isLeaf()) {
                    assertThat(Integer.signum(a.path().compareTo(b.path()))).isEqualTo(order);
                }
            }
        }
    }

    @Test
    void decodingGivesTheKeyBack() {
        SampleKeys samples = new SampleKeys(new Random(2));
        for (int i = 0; i < 1000; i++) {
            SegmentKey row = samples.rowKey();
            SegmentKey leaf = samples.leafKey();
            assertThat(SegmentKey.decode(encode(row), 0)).isEqualTo(row);
            assertThat(SegmentKey.decode(encode(leaf), 0)).isEqualTo(leaf);
            assertThat(SegmentKey.ofRow(row.path())).isEqualTo(row);
        }
    }

    @Test
    void hashesOfKeysThatDifferLittleDiffer() {
        Set<Long> hashes = new HashSet<>();
        int keys = 0;
        for (long trieId : new long[] {0, 1, 2, -1}) {
            for (int bit = 0; bit < 256; bit++) {
                byte[] bytes = new byte[32];
                bytes[bit / 8] = (byte) (0x80 >>> (bit % 8));
                hashes.add(SegmentKey.ofLeaf(trieId, Hash32.of(bytes)).hash());
                keys++;
            }
            for (int nibbles = 0; nibbles < 64; nibbles++) {
                hashes.add(new SegmentKey(trieId, Hash32.ZERO, nibbles).hash());
                keys++;
            }
        }
        assertThat(hashes).hasSize(keys);
    }

    @Test
    void theHashIsPartOfTheFileFormat() {
        assertThat(SegmentKey.firstOf(0).hash()).isZero();
        assertThat(SegmentKey.ofLeaf(7, Hash32.of(1, 2, 3, 4)).hash()).isEqualTo(-6984970644329604985L);
    }

    @Test
    void aKeyThatGoesOnBehindItsNibblesIsRefused() {
        for (int nibbles = 0; nibbles < 64; nibbles++) {
            byte[] bytes = new byte[32];
            bytes[nibbles / 2] = (byte) (nibbles % 2 == 0 ? 0x10 : 0x01);
            Hash32 oneBehind = Hash32.of(bytes);
            int count = nibbles;
            assertThatThrownBy(() -> new SegmentKey(1, oneBehind, count))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nibbles=" + count);
            assertThat(new SegmentKey(1, oneBehind, nibbles + 1).nibbles()).isEqualTo(nibbles + 1);
        }
        for (int nibbles : new int[] {-1, 65}) {
            assertThatThrownBy(() -> new SegmentKey(1, Hash32.ZERO, nibbles))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aLeafsKeyHasNoPath() {
        assertThatThrownBy(() -> SegmentKey.ofLeaf(1, Hash32.ZERO).path()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void textNamesTrieAndNibbles() {
        assertThat(SegmentKey.ofRow(BranchPath.root(3))).hasToString("3:~");
        assertThat(SegmentKey.ofLeaf(-1, Hash32.ZERO)).hasToString("18446744073709551615:" + "0".repeat(64));
    }
}
