package dev.espalier.bench.report;

import dev.espalier.store.SegmentSummary;
import dev.espalier.store.StoreInspection;
import dev.espalier.store.StoreStats;
import dev.espalier.trie.spi.StateMark;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints what a store holds. */
public final class StoreStatsText {
    private final PrintWriter out;

    /** Prints to {@code out}. */
    public StoreStatsText(PrintWriter out) {
        this.out = out;
    }

    /** Prints the head, a line a segment, and a line a kind of segment. */
    public void print(StoreStats stats, StoreInspection inspection) {
        StateMark head = inspection.view().mark();
        List<SegmentSummary> segments = inspection.segments();
        out.println("head: block " + head.block() + ", root " + head.root());
        out.println("seq " + stats.seq() + ", flushed " + stats.flushedSeq() + ", " + stats.replayed()
                + " records replayed at opening, overlay " + stats.overlayBytes() + " bytes");
        out.println(segments.size() + " segment files, " + stats.segmentBytes() + " bytes");
        for (SegmentSummary segment : segments) {
            out.printf(
                    Locale.ROOT,
                    "  %s  %-6s  seq %d..%d  %d bytes  %d rows  %d leaves  %d row and %d leaf tombstones%n",
                    segment.info().name(),
                    kind(segment),
                    segment.identity().fromSeq(),
                    segment.identity().toSeq(),
                    segment.info().bytes(),
                    segment.info().rows(),
                    segment.info().leaves(),
                    segment.info().rowTombstones(),
                    segment.info().leafTombstones());
        }
        out.printf(Locale.ROOT, "%.1f bytes a row, %.1f a leaf%n", bytesARow(segments), bytesALeaf(segments));
        printResident(ResidentMemory.byKind(segments));
        out.flush();
    }

    private void printResident(List<ResidentMemory> kinds) {
        if (kinds.isEmpty()) {
            return;
        }
        out.printf(
                Locale.ROOT, "%-10s %6s %14s %11s %11s%n", "in memory", "files", "bytes", "bits a row", "bits a leaf");
        for (ResidentMemory kind : kinds) {
            out.printf(
                    Locale.ROOT,
                    "%-10s %6d %14d %11.2f %11.2f%n",
                    kind.kind(),
                    kind.files(),
                    kind.bytes(),
                    kind.bitsPerRow(),
                    kind.bitsPerLeaf());
        }
    }

    /** Returns the same as the fields of a JSON object. */
    public static Map<String, @Nullable Object> fields(String command, StoreStats stats, StoreInspection inspection) {
        StateMark head = inspection.view().mark();
        List<SegmentSummary> segments = inspection.segments();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("command", command);
        fields.put("block", head.block().toString());
        fields.put("root", head.root().toString());
        fields.put("seq", stats.seq());
        fields.put("flushedSeq", stats.flushedSeq());
        fields.put("replayed", stats.replayed());
        fields.put("overlayBytes", stats.overlayBytes());
        fields.put("segmentBytes", stats.segmentBytes());
        fields.put("bytesARow", bytesARow(segments));
        fields.put("bytesALeaf", bytesALeaf(segments));
        fields.put("segments", segments.stream().map(StoreStatsText::segment).toList());
        fields.put(
                "resident",
                ResidentMemory.byKind(segments).stream()
                        .map(ResidentMemory::fields)
                        .toList());
        fields.put("exitCode", 0);
        return fields;
    }

    private static Map<String, Object> segment(SegmentSummary segment) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", segment.info().name());
        fields.put("kind", kind(segment));
        fields.put("fromSeq", segment.identity().fromSeq());
        fields.put("toSeq", segment.identity().toSeq());
        fields.put("bytes", segment.info().bytes());
        fields.put("rowPageBytes", segment.rowPageBytes());
        fields.put("leafPageBytes", segment.leafPageBytes());
        fields.put("rowResidentBytes", segment.rowResidentBytes());
        fields.put("leafResidentBytes", segment.leafResidentBytes());
        fields.put("rows", segment.info().rows());
        fields.put("leaves", segment.info().leaves());
        fields.put("rowTombstones", segment.info().rowTombstones());
        fields.put("leafTombstones", segment.info().leafTombstones());
        return fields;
    }

    private static String kind(SegmentSummary segment) {
        return ResidentMemory.nameOf(segment.identity().kind());
    }

    /** Pages hold tombstones too, so a segment of mostly those has large rows. */
    private static double bytesARow(List<SegmentSummary> segments) {
        long bytes = segments.stream().mapToLong(SegmentSummary::rowPageBytes).sum();
        long rows =
                segments.stream().mapToLong(segment -> segment.info().rows()).sum();
        return rows == 0 ? 0 : (double) bytes / rows;
    }

    private static double bytesALeaf(List<SegmentSummary> segments) {
        long bytes = segments.stream().mapToLong(SegmentSummary::leafPageBytes).sum();
        long leaves =
                segments.stream().mapToLong(segment -> segment.info().leaves()).sum();
        return leaves == 0 ? 0 : (double) bytes / leaves;
    }
}
