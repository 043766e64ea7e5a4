package dev.espalier.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.espalier.trie.Hash32;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyBucketsTest {
    @Test
    void eachKeyIsInTheBucketOfItsLeadingByteOnce() {
        long seed = 11;
        SplittableRandom random = new SplittableRandom(seed);
        List<Hash32> keys = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            keys.add(Hash32.of(random.nextLong() >>> random.nextInt(2), 0, 0, i));
        }

        KeyBuckets buckets = new KeyBuckets(keys.size(), keys::get);

        List<Integer> met = new ArrayList<>();
        for (int bucket = 0; bucket < KeyBuckets.BUCKETS; bucket++) {
            assertThat(buckets.size(bucket)).isEqualTo(buckets.to(bucket) - buckets.from(bucket));
            for (int place = buckets.from(bucket); place < buckets.to(bucket); place++) {
                int number = buckets.number(place);
                assertThat(keys.get(number).word(0) >>> 56).as("seed " + seed).isEqualTo(bucket);
                met.add(number);
            }
        }
        assertThat(met)
                .as("seed " + seed)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, keys.size()).boxed().toList());
    }

    @Test
    void noKeysFillNoBucket() {
        KeyBuckets buckets = new KeyBuckets(0, number -> Hash32.ZERO);

        assertThat(IntStream.range(0, KeyBuckets.BUCKETS).map(buckets::size).sum())
                .isZero();
    }
}
