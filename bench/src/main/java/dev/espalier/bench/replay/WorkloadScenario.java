package dev.espalier.bench.replay;

import dev.espalier.bench.workload.WorkloadKind;
import dev.espalier.bench.workload.WorkloadSize;

/**
 * What a replay of a workload plays, and how.
 *
 * @param blocks to play, at least 1
 * @param leftOut of these, blocks at the start that no number of the summary counts; fewer than {@code blocks}
 * @param cold whether the pages of the store's files are dropped before each block; otherwise they are read before the
 *     first
 * @param checked whether the last root is compared with that of a run without threads and cache
 */
public record WorkloadScenario(
        WorkloadKind kind, WorkloadSize size, int blocks, int leftOut, boolean cold, boolean checked) {
    /**
     * @throws IllegalArgumentException if a number is out of range
     */
    public WorkloadScenario {
        if (blocks < 1) {
            throw new IllegalArgumentException("blocks=" + blocks + ", expected at least 1");
        }
        if (leftOut < 0 || leftOut >= blocks) {
            throw new IllegalArgumentException("leftOut=" + leftOut + ", expected 0 to " + (blocks - 1));
        }
    }
}
