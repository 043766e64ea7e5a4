package dev.espalier.store;

import java.util.List;

/**
 * Says which of the newest segments to merge: a run in which each is no larger than those newer than it together, once
 * it is long enough. So a byte is rewritten about as often as the state doubles, and few segments stand at any time.
 */
final class MergePolicy {
    private MergePolicy() {}

    /**
     * Returns how many of the newest segments to merge.
     *
     * @param bytes the segments' sizes, newest first
     * @param fan the least run to merge
     * @return 0 if none are due
     */
    static int due(List<Long> bytes, int fan) {
        long newer = 0;
        int run = 0;
        while (run < bytes.size() && (run == 0 || bytes.get(run) <= newer)) {
            newer += bytes.get(run);
            run++;
        }
        return run >= fan ? run : 0;
    }
}
