package dev.espalier.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SlowCommitsTest {
    private static CommitTrial.Times commit(long millis, long collectorMillis, boolean waited) {
        return new CommitTrial.Times(0, 0, TimeUnit.MILLISECONDS.toNanos(millis), collectorMillis, waited);
    }

    /** Nine commits of 10 ms, of which each is the median, and others. */
    private static List<CommitTrial.Times> among(CommitTrial.Times... others) {
        List<CommitTrial.Times> commits = new ArrayList<>(Collections.nCopies(9, commit(10, 0, false)));
        commits.addAll(List.of(others));
        return commits;
    }

    @Test
    void aCommitIsSlowAboveFiveTimesTheMedian() {
        assertThat(SlowCommits.of(among(commit(50, 0, false)))).isEqualTo(new SlowCommits(List.of(), 0, 0, 0));
        assertThat(SlowCommits.of(among(commit(51, 0, false))))
                .isEqualTo(new SlowCommits(List.of(10), 0, TimeUnit.MILLISECONDS.toNanos(51), 0));
    }

    @Test
    void oneThatWaitedForAFlushIsNone() {
        assertThat(SlowCommits.of(among(commit(500, 0, true))).count()).isZero();
    }

    @Test
    void aCollectionExplainsACommitThatWouldNotBeSlowWithoutIt() {
        SlowCommits slow = SlowCommits.of(among(commit(90, 40, false), commit(90, 39, false)));

        assertThat(slow.count()).isEqualTo(2);
        assertThat(slow.byCollections()).isEqualTo(1);
        assertThat(slow.collectorMillis()).isEqualTo(79);
    }

    @Test
    void noCommitsHaveNoSlowOnes() {
        assertThat(SlowCommits.of(List.of()).count()).isZero();
    }
}
