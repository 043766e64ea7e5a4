package dev.espalier.store;

import dev.espalier.segment.MergeOptions;
import dev.espalier.segment.Segment;
import dev.espalier.segment.SegmentCounters;
import dev.espalier.segment.SegmentInfo;
import dev.espalier.segment.SegmentMerge;
import dev.espalier.segment.SegmentWriter;
import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Sorts any number of rows: as many as fit in memory go to a file that holds nothing else, and files become one when there
 * are many. The files are deleted at the end. Confined to one thread.
 */
final class RowRuns implements AutoCloseable {
    private static final int RUNS_OF_A_LEVEL = 32;
    /** Rough heap cost of a row beside its bytes: map node, path and array header. */
    private static final int ENTRY_BYTES = 150;

    private final SegmentFiles files;
    private final long chainId;
    private final LongSupplier fileIds;
    private final long bufferBytes;
    private final TreeMap<BranchPath, BranchRow> buffer = new TreeMap<>();
    /** Files made of the buffer, files made of as many of those, and so on. */
    private final List<List<Segment>> levels = new ArrayList<>();

    private long buffered;
    private long rows;

    RowRuns(SegmentFiles files, long chainId, LongSupplier fileIds, long bufferBytes) {
        this.files = files;
        this.chainId = chainId;
        this.fileIds = fileIds;
        this.bufferBytes = bufferBytes;
    }

    /** Adds a row, in any order; no path twice. */
    void add(BranchPath path, BranchRow row) {
        if (buffer.put(path, row) != null) {
            throw new IllegalStateException("row " + path + ": given twice");
        }
        rows++;
        buffered += ENTRY_BYTES + row.encodedLength();
        if (buffered >= bufferBytes) {
            writeBuffer();
        }
    }

    /** Returns the rows so far. */
    long rows() {
        return rows;
    }

    /** Returns segments that hold the rows, each row once; they are this object's. */
    List<Segment> finish() {
        if (!buffer.isEmpty()) {
            writeBuffer();
        }
        List<Segment> all = new ArrayList<>();
        levels.forEach(all::addAll);
        return all;
    }

    private void writeBuffer() {
        SegmentIdentity identity = identity();
        try (SegmentWriter writer = SegmentWriter.create(files, SegmentFolder.nameOf(identity.fileId()), identity)) {
            for (Map.Entry<BranchPath, BranchRow> row : buffer.entrySet()) {
                writer.row(row.getKey(), row.getValue());
            }
            add(0, open(writer.finish()));
        }
        buffer.clear();
        buffered = 0;
    }

    private void add(int level, Segment run) {
        if (level == levels.size()) {
            levels.add(new ArrayList<>());
        }
        List<Segment> runs = levels.get(level);
        runs.add(run);
        if (runs.size() == RUNS_OF_A_LEVEL) {
            SegmentIdentity identity = identity();
            SegmentMerge merge = new SegmentMerge(files, runs, MergeOptions.keepingAll());
            Segment merged = open(merge.run(SegmentFolder.nameOf(identity.fileId()), identity));
            runs.forEach(Segment::retire);
            runs.clear();
            add(level + 1, merged);
        }
    }

    /** These files are in no list, so that their seqs say nothing. */
    private SegmentIdentity identity() {
        return new SegmentIdentity(chainId, fileIds.getAsLong(), 0, 0, SegmentKind.FRESH);
    }

    private Segment open(SegmentInfo info) {
        return Segment.open(files, info, chainId, new SegmentCounters());
    }

    /** Deletes the files. */
    @Override
    public void close() {
        levels.forEach(runs -> runs.forEach(Segment::retire));
        levels.clear();
    }
}
