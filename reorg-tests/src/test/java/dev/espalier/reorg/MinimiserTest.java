package dev.espalier.reorg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MinimiserTest {
    private static final List<Integer> SEQUENCE =
            IntStream.range(0, 200).boxed().toList();

    @Test
    void onlyWhatMakesItFailIsLeftAndInOrder() {
        List<Integer> culprits = List.of(3, 77, 78, 199);
        assertThat(Minimiser.minimise(SEQUENCE, part -> part.containsAll(culprits), 10_000))
                .isEqualTo(culprits);
    }

    @Test
    void aSequenceThatFailsNoMoreIsReturnedWhole() {
        assertThat(Minimiser.minimise(SEQUENCE, _ -> false, 10_000)).isEqualTo(SEQUENCE);
    }

    @Test
    void itGivesUpAfterSoManyAttempts() {
        AtomicInteger asked = new AtomicInteger();
        List<Integer> left = Minimiser.minimise(
                SEQUENCE,
                part -> {
                    asked.incrementAndGet();
                    return part.contains(5);
                },
                4);
        assertThat(asked).hasValue(4);
        assertThat(left).contains(5).hasSizeLessThan(SEQUENCE.size());
    }
}
