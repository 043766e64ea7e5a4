package dev.espalier.bench.report;

import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.store.SegmentSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What the segments of a kind hold in memory to find their entries: indexes, filters and dictionaries.
 *
 * @param kind the kind's name
 * @param files how many segments of the kind there are
 * @param bytes what they hold
 * @param bitsPerRow for each row, tombstones included; 0 if there is none
 * @param bitsPerLeaf for each leaf, tombstones included; 0 if there is none
 */
record ResidentMemory(String kind, int files, long bytes, double bitsPerRow, double bitsPerLeaf) {
    /** Returns it of each kind that is there, the newest kind first. */
    static List<ResidentMemory> byKind(List<SegmentSummary> segments) {
        List<ResidentMemory> kinds = new ArrayList<>();
        for (SegmentKind kind : SegmentKind.values()) {
            List<SegmentSummary> ofKind = segments.stream()
                    .filter(segment -> segment.identity().kind() == kind)
                    .toList();
            if (!ofKind.isEmpty()) {
                kinds.add(of(kind, ofKind));
            }
        }
        return kinds;
    }

    private static ResidentMemory of(SegmentKind kind, List<SegmentSummary> segments) {
        long rowBytes = sum(segments, SegmentSummary::rowResidentBytes);
        long leafBytes = sum(segments, SegmentSummary::leafResidentBytes);
        return new ResidentMemory(
                nameOf(kind),
                segments.size(),
                rowBytes + leafBytes,
                bitsEach(rowBytes, sum(segments, segment -> rows(segment.info()))),
                bitsEach(leafBytes, sum(segments, segment -> leaves(segment.info()))));
    }

    private static long sum(List<SegmentSummary> segments, ToLongFunction<SegmentSummary> part) {
        return segments.stream().mapToLong(part).sum();
    }

    private static long rows(SegmentInfo info) {
        return info.rows() + info.rowTombstones();
    }

    private static long leaves(SegmentInfo info) {
        return info.leaves() + info.leafTombstones();
    }

    private static double bitsEach(long bytes, long entries) {
        return entries == 0 ? 0 : (double) Byte.SIZE * bytes / entries;
    }

    static String nameOf(SegmentKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("kind", kind);
        fields.put("files", files);
        fields.put("bytes", bytes);
        fields.put("bitsPerRow", bitsPerRow);
        fields.put("bitsPerLeaf", bitsPerLeaf);
        return fields;
    }
}
