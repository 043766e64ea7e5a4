package dev.espalier.store;

import dev.espalier.segment.Segment;
import dev.espalier.segment.format.SegmentKind;
import java.util.List;

/**
 * Says which of the newest frozen segments to merge: a run in which each is no larger than those newer than it together,
 * once it is long enough; a base counts as one segment. So a byte is rewritten about as often as the state doubles, and
 * few segments stand at any time.
 */
final class MergePolicy {
    private MergePolicy() {}

    /**
     * Returns the newest segments that are due to be merged.
     *
     * @param newestFirst frozen segments, then the parts of the base
     * @param fan the least run to merge
     * @return none, or some of the newest; the base whole or not at all
     */
    static List<Segment> due(List<Segment> newestFirst, int fan) {
        int frozen = 0;
        while (frozen < newestFirst.size() && newestFirst.get(frozen).identity().kind() != SegmentKind.BASE) {
            frozen++;
        }
        long newer = 0;
        int run = 0;
        while (run < frozen && (run == 0 || bytes(newestFirst, run, run + 1) <= newer)) {
            newer += bytes(newestFirst, run, run + 1);
            run++;
        }
        boolean withBase = run == frozen
                && frozen > 0
                && frozen < newestFirst.size()
                && bytes(newestFirst, frozen, newestFirst.size()) <= newer;
        if (run + (withBase ? 1 : 0) < fan) {
            return List.of();
        }
        return newestFirst.subList(0, withBase ? newestFirst.size() : run);
    }

    private static long bytes(List<Segment> segments, int from, int to) {
        return segments.subList(from, to).stream()
                .mapToLong(segment -> segment.info().bytes())
                .sum();
    }
}
