package dev.espalier.segment;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WritePaceTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void waitsAsLongAsTheBytesTake() {
        WritePace pace = new WritePace(1_000);
        assertThat(pace.nanosToWait(500, -5)).isEqualTo(SECOND / 2);
        assertThat(pace.nanosToWait(1_000, -5 + SECOND / 2)).isEqualTo(SECOND / 2);
        assertThat(pace.nanosToWait(1_500, -5 + SECOND / 2)).isEqualTo(SECOND);
    }

    @Test
    void timeThatPassedUnusedIsNotMadeUpFor() {
        WritePace pace = new WritePace(1_000);
        pace.nanosToWait(100, 0);
        assertThat(pace.nanosToWait(200, 50 * SECOND)).isEqualTo(SECOND / 10);
    }

    @Test
    void aClockThatOverflowsDoesNotMatter() {
        WritePace pace = new WritePace(1_000);
        pace.nanosToWait(1_000, Long.MAX_VALUE - SECOND / 2 + 1);
        assertThat(pace.nanosToWait(2_000, Long.MIN_VALUE)).isEqualTo(SECOND + SECOND / 2);
    }
}
