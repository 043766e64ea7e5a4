package dev.espalier.segment.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BinaryFuse8Test {
    private static final int MILLION = 1_000_000;

    private static long[] randomHashes(long seed, int count) {
        return new Random(seed).longs(count).toArray();
    }

    private static BinaryFuse8 build(long[] hashes) {
        long[] scratch = hashes.clone();
        return BinaryFuse8.build(scratch, 0, scratch.length);
    }

    private static void assertContainsAll(BinaryFuse8 filter, long[] hashes) {
        for (long hash : hashes) {
            if (!filter.mayContain(hash)) {
                throw new AssertionError("false negative: hash=" + hash + " of " + hashes.length);
            }
        }
    }

    private static byte[] encode(BinaryFuse8 filter) {
        byte[] bytes = new byte[filter.encodedLength()];
        filter.encodeTo(bytes, 0);
        return bytes;
    }

    private static double falsePositives(BinaryFuse8 filter, long seed, int probes) {
        Random random = new Random(seed);
        int found = 0;
        for (int i = 0; i < probes; i++) {
            if (filter.mayContain(random.nextLong())) {
                found++;
            }
        }
        return (double) found / probes;
    }

    @Test
    void everySizeFromZeroToAThousandHasNoFalseNegativesAndFewFalsePositives() {
        double sum = 0;
        for (int size = 0; size <= 1000; size++) {
            long[] hashes = randomHashes(size, size);
            BinaryFuse8 filter = build(hashes);
            assertContainsAll(filter, hashes);
            double rate = falsePositives(filter, -size - 1L, 20_000);
            // Three standard deviations above 1/256 for 20,000 probes are 0.52 %; a thousand sizes need a bit more.
            assertThat(rate).as("false positives of size=" + size).isLessThan(0.0065);
            sum += rate;
        }
        assertThat(sum / 1001).as("mean rate of false positives").isLessThan(0.005);
    }

    @Test
    void aMillionKeysTakeNineBitsEachAndAreRecognizedAfterDecoding() {
        long[] hashes = randomHashes(42, MILLION);
        BinaryFuse8 built = build(hashes);
        byte[] bytes = encode(built);
        BinaryFuse8 filter = BinaryFuse8.decode(bytes, 0, bytes.length, "test");
        assertContainsAll(filter, hashes);
        assertThat(falsePositives(filter, 43, MILLION)).isBetween(0.003, 0.005);
        assertThat(8.0 * filter.encodedLength() / MILLION).as("bits a key").isLessThan(9.1);
    }

    @Test
    void repeatsAndOrderOfTheHashesDoNotMatter() {
        long[] once = randomHashes(7, 500);
        long[] shuffledTwice = new long[1000];
        for (int i = 0; i < once.length; i++) {
            shuffledTwice[i] = once[once.length - 1 - i];
            shuffledTwice[500 + i] = once[i];
        }
        assertThat(encode(build(shuffledTwice))).isEqualTo(encode(build(once)));
    }

    @Test
    void extremeAndConsecutiveHashesWork() {
        long[] hashes = new long[3000];
        for (int i = 0; i < 1000; i++) {
            hashes[i] = i;
            hashes[1000 + i] = Long.MIN_VALUE + i;
            hashes[2000 + i] = Long.MAX_VALUE - i;
        }
        assertContainsAll(build(hashes), hashes);
    }

    @Test
    void usesOnlyTheGivenRange() {
        long[] hashes = randomHashes(3, 100);
        Arrays.sort(hashes);
        BinaryFuse8 filter = BinaryFuse8.build(hashes.clone(), 20, 40);
        assertContainsAll(filter, Arrays.copyOfRange(hashes, 20, 40));
        assertThat(encode(filter)).isEqualTo(encode(build(Arrays.copyOfRange(hashes, 20, 40))));
    }

    @Test
    void everyImpossibleHeaderIsRefused() {
        byte[] good = encode(build(randomHashes(1, 100)));
        assertRefused(good, FuseLayout.VERSION_AT, 2, "version=2");
        assertRefused(good, FuseLayout.VERSION_AT, 1 << 8 | 1, "version=257");
        for (int length : new int[] {0, -4, 3, 1 << 19, Integer.MIN_VALUE}) {
            assertRefused(good, FuseLayout.SEGMENT_LENGTH_AT, length, "segmentLength=" + length);
        }
        for (int count : new int[] {0, -1, -2, 1_000_000, Integer.MAX_VALUE}) {
            assertRefused(good, FuseLayout.SEGMENT_COUNT_AT, count, "segmentCount=" + count);
        }
        for (int fingerprints : new int[] {0, -1, Integer.MAX_VALUE}) {
            assertRefused(good, FuseLayout.FINGERPRINTS_AT, fingerprints, "fingerprints=" + fingerprints);
        }
    }

    private static void assertRefused(byte[] good, int at, int value, String message) {
        byte[] bad = good.clone();
        ByteBuffer.wrap(bad).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
        assertThatThrownBy(() -> BinaryFuse8.decode(bad, 0, bad.length, "file f"))
                .isInstanceOf(CorruptStoreException.class)
                .hasMessageContaining("file f")
                .hasMessageContaining(message);
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] good = encode(build(randomHashes(1, 10)));
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> BinaryFuse8.decode(cut, 0, cut.length, "file f"))
                    .as("length=" + length)
                    .isInstanceOf(CorruptStoreException.class);
        }
    }
}
