package dev.espalier.bench.replay;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The commits of a trial that took over {@value #TIMES} times the median, and did not wait for a flush, which is counted
 * apart.
 *
 * @param count how many they are
 * @param byCollections those that would not be among them without the garbage collections that stopped them
 * @param nanos their time together
 * @param collectorMillis what of it collections were
 */
public record SlowCommits(int count, int byCollections, long nanos, long collectorMillis) {
    /** How many times the median a commit may take. */
    public static final int TIMES = 5;

    /** Counts them. */
    public static SlowCommits of(List<CommitTrial.Times> commits) {
        long[] sorted = commits.stream()
                .mapToLong(CommitTrial.Times::commitNanos)
                .sorted()
                .toArray();
        long bound = sorted.length == 0 ? 0 : TIMES * sorted[sorted.length / 2];
        List<CommitTrial.Times> slow = commits.stream()
                .filter(commit -> !commit.waited() && commit.commitNanos() > bound)
                .toList();
        long byCollections = slow.stream()
                .filter(commit -> commit.commitNanos() - collectorNanos(commit) <= bound)
                .count();
        return new SlowCommits(
                slow.size(),
                (int) byCollections,
                slow.stream().mapToLong(CommitTrial.Times::commitNanos).sum(),
                slow.stream().mapToLong(CommitTrial.Times::collectorMillis).sum());
    }

    private static long collectorNanos(CommitTrial.Times commit) {
        return TimeUnit.MILLISECONDS.toNanos(commit.collectorMillis());
    }
}
