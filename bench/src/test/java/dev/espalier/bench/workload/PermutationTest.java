package dev.espalier.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 16, 17, 1_000, 65_536, 70_001})
    void givesEachNumberOnce(int size) {
        Permutation permutation = new Permutation(size, new SplittableRandom(size));

        assertThat(IntStream.range(0, size).map(permutation::at).sorted())
                .containsExactlyElementsOf(IntStream.range(0, size).boxed().toList());
    }

    @Test
    void everyNumberIsAsLikelyAtTheFirstPlaces() {
        int size = 10;
        int trials = 20_000;
        int[] counts = new int[size];
        for (int trial = 0; trial < trials; trial++) {
            counts[new Permutation(size, new SplittableRandom(trial)).at(0)]++;
        }
        // Five standard deviations of a binomial distribution.
        assertThat(counts).isNotEmpty();
        for (int count : counts) {
            assertThat(count).isBetween(trials / size - 215, trials / size + 215);
        }
    }

    @Test
    void thereIsNothingOutside() {
        Permutation permutation = new Permutation(3, new SplittableRandom(1));

        assertThatThrownBy(() -> permutation.at(3)).hasMessage("place=3, expected 0 to 2");
        assertThatThrownBy(() -> new Permutation(0, new SplittableRandom(1))).hasMessage("size=0, expected at least 1");
    }
}
