package dev.espalier.bench.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The commits of a trial that took over {@value #TIMES} times the median, and did not wait for a flush, which is counted
 * apart.
 *
 * @param blocks which they are, counted from 1
 * @param byCollections those that would not be among them without the garbage collections that stopped them
 * @param nanos their time together
 * @param collectorMillis what of it collections were
 */
public record SlowCommits(List<Integer> blocks, int byCollections, long nanos, long collectorMillis) {
    /** Takes a copy of the list. */
    public SlowCommits {
        blocks = List.copyOf(blocks);
    }

    /** Returns how many they are. */
    public int count() {
        return blocks.size();
    }

    /** How many times the median a commit may take. */
    public static final int TIMES = 5;

    /** Counts them. */
    public static SlowCommits of(List<CommitTrial.Times> commits) {
        long[] sorted = commits.stream()
                .mapToLong(CommitTrial.Times::commitNanos)
                .sorted()
                .toArray();
        long bound = sorted.length == 0 ? 0 : TIMES * sorted[sorted.length / 2];
        List<CommitTrial.Times> slow = new ArrayList<>();
        List<Integer> blocks = new ArrayList<>();
        for (int i = 0; i < commits.size(); i++) {
            CommitTrial.Times commit = commits.get(i);
            if (!commit.waited() && commit.commitNanos() > bound) {
                slow.add(commit);
                blocks.add(i + 1);
            }
        }
        long byCollections = slow.stream()
                .filter(commit -> commit.commitNanos() - collectorNanos(commit) <= bound)
                .count();
        return new SlowCommits(
                blocks,
                (int) byCollections,
                slow.stream().mapToLong(CommitTrial.Times::commitNanos).sum(),
                slow.stream().mapToLong(CommitTrial.Times::collectorMillis).sum());
    }

    private static long collectorNanos(CommitTrial.Times commit) {
        return TimeUnit.MILLISECONDS.toNanos(commit.collectorMillis());
    }
}
