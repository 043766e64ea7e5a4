package dev.espalier.segment.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.CorruptStoreException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFilterTest {
    private static long[] randomHashes(int count) {
        return new Random(count).longs(count).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 8})
    void everyNumberOfShardsFindsEveryKeyAfterDecoding(int shardBits) {
        for (int count : new int[] {0, 1, 2, 100, 10_000}) {
            long[] hashes = randomHashes(count);
            byte[] bytes = KeyFilter.build(hashes.clone(), count, shardBits).encode();
            KeyFilter filter = KeyFilter.decode(bytes, 0, bytes.length, "test");
            assertThat(Arrays.stream(hashes).allMatch(filter::mayContain)).isTrue();
            long found = new Random(-1).longs(20_000).filter(filter::mayContain).count();
            assertThat(found).as("false positives of 20,000, keys=" + count).isLessThan(130);
        }
    }

    @Test
    void moreThanAMillionKeysAreShardedAndFound() {
        long[] hashes = randomHashes((1 << 20) + 1);
        KeyFilter filter = KeyFilter.build(hashes.clone(), hashes.length);
        assertThat(Arrays.stream(hashes).allMatch(filter::mayContain)).isTrue();
        assertThat(filter.encode()[1]).as("shard bits").isEqualTo((byte) 1);
    }

    @Test
    void impossibleHeadersAndLengthsAreRefused() {
        byte[] good = KeyFilter.build(randomHashes(100), 100, 1).encode();
        assertRefused(good, 0, 2);
        assertRefused(good, 1, 17);
        assertRefused(good, 1, 0);
        assertRefused(good, 1, 2);
        assertRefused(good, 2, 1);
        assertRefused(good, 7, 1);
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> KeyFilter.decode(cut, 0, cut.length, "file f"))
                    .isInstanceOf(CorruptStoreException.class)
                    .hasMessageContaining("file f");
        }
        byte[] longer = Arrays.copyOf(good, good.length + 1);
        assertThatThrownBy(() -> KeyFilter.decode(longer, 0, longer.length, "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("bytes behind the filters=1");
    }

    private static void assertRefused(byte[] good, int at, int value) {
        byte[] bad = good.clone();
        bad[at] = (byte) value;
        assertThatThrownBy(() -> KeyFilter.decode(bad, 0, bad.length, "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f");
    }
}
