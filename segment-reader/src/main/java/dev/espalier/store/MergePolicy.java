package dev.espalier.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says which frozen segments to merge, by their sizes. Once a number of neighbours, the ratio, are of like size, they
 * become one; and once all frozen segments together are a ratio-th of the base, they are merged into it. So sizes grow
 * about as the powers of the ratio, few segments stand at any time, and what is shadowed takes little space.
 */
final class MergePolicy {
    /** A segment counts as of like size if it is at most so many times as large as those newer than it on average. */
    private static final int LIKE = 2;

    private MergePolicy() {}

    /**
     * Neighbours to merge.
     *
     * @param from the newest one, counted from the newest frozen segment
     * @param to behind the oldest one; the number of frozen segments if all are taken
     * @param base whether the base comes of it: it is taken too, if there is one, and nothing older remains
     */
    record Due(int from, int to, boolean base) {}

    /**
     * Returns what is due.
     *
     * @param frozen the frozen segments' sizes, newest first
     * @param baseBytes the base's size; 0 if there is none
     * @param ratio at least 2
     * @return null if nothing is due
     */
    @Nullable
    static Due due(List<Long> frozen, long baseBytes, int ratio) {
        long all = frozen.stream().mapToLong(Long::longValue).sum();
        if (baseBytes > 0 && all > 0 && all >= baseBytes / ratio) {
            return new Due(0, frozen.size(), true);
        }
        for (int from = 0; from < frozen.size(); from++) {
            int to = endOfRun(frozen, from);
            if (to - from >= ratio) {
                return new Due(from, to, baseBytes == 0 && to == frozen.size());
            }
        }
        return null;
    }

    private static int endOfRun(List<Long> frozen, int from) {
        long newer = frozen.get(from);
        int to = from + 1;
        while (to < frozen.size() && frozen.get(to) <= LIKE * newer / (to - from)) {
            newer += frozen.get(to);
            to++;
        }
        return to;
    }
}
