package dev.espalier.segment.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.CorruptStoreException;
import it.unimi.dsi.bits.TransformationStrategies;
import it.unimi.dsi.sux4j.mph.GOVMinimalPerfectHashFunction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageLocatorTest {
    @TempDir
    private Path directory;

    private static long[] hashes(int count, long seed) {
        return new Random(seed).longs().distinct().limit(count).toArray();
    }

    private static int[] pages(int count, int keysAPage) {
        int[] pages = new int[count];
        Arrays.setAll(pages, i -> i / keysAPage);
        return pages;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 100, 1_499, 1_500, 1_501, 50_000})
    void everyKeyIsSentToItsPageAndFewOthersAnywhere(int count) {
        long[] hashes = hashes(count, count);
        int[] pages = pages(count, 17);
        byte[] bytes = Objects.requireNonNull(PageLocator.build(hashes, pages, count));
        PageLocator locator = PageLocator.decode(bytes, "f");
        for (int i = 0; i < count; i++) {
            assertThat(locator.pageInBucket(hashes[i])).isEqualTo(pages[i] % PageLocator.BUCKET_PAGES);
        }
        int found = 0;
        for (long other : hashes(20_000, -count)) {
            found += locator.pageInBucket(other) < 0 ? 0 : 1;
        }
        // One in 256 of 20,000 is 78; the deviation 9.
        assertThat(found).isBetween(20, 160);
        if (count >= 50_000) {
            assertThat(8.0 * locator.residentBytes() / count).isLessThan(14.5);
        }
    }

    /** What is read of the function's bytes is what sux4j itself says. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 2_000, 30_000})
    void theNumbersAreThoseOfSux4j(int count) throws IOException {
        long[] hashes = hashes(count, 3);
        GOVMinimalPerfectHashFunction<Long> function = new GOVMinimalPerfectHashFunction.Builder<Long>()
                .keys(Arrays.stream(hashes).boxed().toList())
                .transform(TransformationStrategies.rawFixedLong())
                .build();
        Path dump = directory.resolve("dump");
        function.dump(dump.toString());
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(dump)).order(ByteOrder.nativeOrder());
        MinimalPerfectHash own = MinimalPerfectHash.decode(bytes, "f");
        boolean[] taken = new boolean[count];
        for (long hash : hashes) {
            assertThat((long) own.numberOf(hash)).isEqualTo(function.getLong(hash));
            taken[own.numberOf(hash)] = true;
        }
        assertThat(taken).doesNotContain(false);
    }

    @Test
    void manyKeysAreSplitIntoShards() {
        int count = 1_100_000;
        long[] hashes = hashes(count, 1);
        int[] pages = pages(count, 40);
        byte[] bytes = Objects.requireNonNull(PageLocator.build(hashes, pages, count));
        assertThat(bytes[1]).isEqualTo((byte) 1);
        PageLocator locator = PageLocator.decode(bytes, "f");
        for (int i = 0; i < count; i += 7) {
            assertThat(locator.pageInBucket(hashes[i])).isEqualTo(pages[i] % PageLocator.BUCKET_PAGES);
        }
    }

    @Test
    void twoKeysOfOneHashCannotBeLocated() {
        assertThat(PageLocator.build(new long[] {5, 7, 5}, new int[3], 3)).isNull();
    }

    @Test
    void impossibleBytesAreRefused() {
        byte[] good = Objects.requireNonNull(PageLocator.build(hashes(100, 1), pages(100, 10), 100));
        for (int length = 0; length < good.length; length++) {
            assertRefused(Arrays.copyOf(good, length));
        }
        assertRefused(Arrays.copyOf(good, good.length + 8));
        // Version, shard bits, zeros, keys, keys of the function, multiplier.
        for (int at : new int[] {0, 1, 2, 8, 15, 16, 24}) {
            byte[] bad = good.clone();
            bad[at] ^= 0x40;
            assertRefused(bad);
        }
    }

    private static void assertRefused(byte[] bytes) {
        assertThatThrownBy(() -> PageLocator.decode(bytes, "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f");
    }
}
