package dev.espalier.segment;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.EntryCounts;
import dev.espalier.segment.format.SegmentFooter;
import dev.espalier.segment.format.SegmentHeader;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.SegmentKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import org.jspecify.annotations.Nullable;

/**
 * Writes a segment file: first all rows, then all leaves, each in ascending order.
 *
 * <p>The file stands under a temporary name until {@link #finish}, which makes it durable under its own. A writer that
 * is closed before, or after a failure, leaves no file. What is kept in memory is one page, a dozen bytes a page and 8
 * bytes an entry (12 with a perfect hash), and up to 65,536 entries with 1 MiB of values to make a dictionary of; {@code
 * finish} takes up to 35 MB more to build filters, and about 100 MB to build perfect hashes. Confined to one thread.
 */
public final class SegmentWriter implements AutoCloseable {
    /** What a file's name ends with until it is complete. */
    public static final String TEMPORARY_SUFFIX = ".tmp";

    private enum Phase {
        ROWS,
        LEAVES,
        FINISHED,
        CLOSED
    }

    private final SegmentFiles files;
    private final String name;
    private final SegmentIdentity identity;
    private final byte[] header;
    private final SectionAppender appender;
    private final EntryWriter rows;
    private final EntryWriter leaves;
    private String currentName;
    private Phase phase = Phase.ROWS;
    /** Whether a step began and did not come to its end: the file cannot be right any more. */
    private boolean broken;

    private SegmentWriter(SegmentFiles files, String name, SegmentIdentity identity, SegmentEncoding encoding) {
        this.files = files;
        this.name = name;
        this.identity = identity;
        header = SegmentHeader.encode(identity, !encoding.equals(SegmentEncoding.PLAIN));
        currentName = name + TEMPORARY_SUFFIX;
        appender = new SectionAppender(files.create(currentName));
        rows = new EntryWriter(
                appender, identity.fileId(), identity.kind().filtersRows(), encoding.zstdRows(), encoding.hashedRows());
        leaves = new EntryWriter(appender, identity.fileId(), true, encoding.zstdLeaves(), encoding.hashedLeaves());
        appender.append(header);
        appender.startSection();
    }

    /**
     * Begins a file.
     *
     * @param name the name that the finished file will have
     * @throws java.io.UncheckedIOException if it cannot be created
     */
    public static SegmentWriter create(SegmentFiles files, String name, SegmentIdentity identity) {
        return create(files, name, identity, SegmentEncoding.PLAIN);
    }

    /**
     * Begins a file.
     *
     * @param name the name that the finished file will have
     * @param encoding the encodings to use where they pay
     * @throws java.io.UncheckedIOException if it cannot be created
     */
    public static SegmentWriter create(
            SegmentFiles files, String name, SegmentIdentity identity, SegmentEncoding encoding) {
        return new SegmentWriter(files, name, identity, encoding);
    }

    /**
     * Adds a row.
     *
     * @param row null for a tombstone
     * @throws IllegalArgumentException if the path is not greater than the one before, a leaf came before, or the segment
     *     is a base and this is a tombstone
     * @throws java.io.UncheckedIOException if the file cannot be written
     */
    public void row(BranchPath path, @Nullable BranchRow row) {
        put(SegmentKey.ofRow(path), row == null ? null : row.toBytes());
    }

    /**
     * Adds a leaf.
     *
     * @param stored the stored bytes, 1 to {@link Page#LARGEST_VALUE}; null for a tombstone
     * @throws IllegalArgumentException if the key is not greater than the one before, the value is empty or too large, or
     *     the segment is a base and this is a tombstone
     * @throws java.io.UncheckedIOException if the file cannot be written
     */
    public void leaf(long trieId, Hash32 key, byte @Nullable [] stored) {
        put(SegmentKey.ofLeaf(trieId, key), stored);
    }

    /**
     * Adds a row or a leaf as it is stored. After an {@link IllegalArgumentException} the writer is as it was before.
     *
     * @param value null for a tombstone
     * @throws IllegalArgumentException as {@link #row} and {@link #leaf} do, or if the key is not in the segment's range
     * @throws java.io.UncheckedIOException if the file cannot be written
     */
    public void put(SegmentKey key, byte @Nullable [] value) {
        requireOpen();
        requireValue(key, value);
        if (!identity.range().contains(key)) {
            throw new IllegalArgumentException("segment: key=" + key + ", expected one in " + identity.range());
        }
        if (!key.isLeaf() && phase == Phase.LEAVES) {
            throw new IllegalArgumentException("segment: row " + key + " after a leaf, expected all rows first");
        }
        EntryWriter section = key.isLeaf() ? leaves : rows;
        section.requireGreater(key);
        broken = true;
        if (key.isLeaf() && phase == Phase.ROWS) {
            endRows();
        }
        section.add(key, value);
        broken = false;
    }

    private void requireValue(SegmentKey key, byte @Nullable [] value) {
        if (value == null) {
            if (identity.kind() == SegmentKind.BASE) {
                throw new IllegalArgumentException("segment: tombstone for " + key + ", expected none in a base");
            }
        } else if (value.length == 0 || value.length > Page.LARGEST_VALUE) {
            throw new IllegalArgumentException(
                    "segment: value of " + key + ": bytes=" + value.length + ", expected 1.." + Page.LARGEST_VALUE);
        }
    }

    private void requireOpen() {
        if (broken || phase.compareTo(Phase.LEAVES) > 0) {
            throw new IllegalStateException(
                    "segment file " + name + ": " + (broken ? "a write failed" : "phase=" + phase) + ", expected open");
        }
    }

    /** Returns how many bytes were written so far. */
    public long bytes() {
        return appender.position();
    }

    private void endRows() {
        rows.finishPages();
        appender.startSection();
        phase = Phase.LEAVES;
    }

    /**
     * Completes the file: durable, and under its own name.
     *
     * @return what to record of it
     * @throws java.io.UncheckedIOException if a step fails; {@link #close} then deletes what there is
     */
    public SegmentInfo finish() {
        requireOpen();
        broken = true;
        if (phase == Phase.ROWS) {
            endRows();
        }
        leaves.finishPages();
        rows.appendIndex();
        leaves.appendIndex();
        rows.appendFilter();
        leaves.appendFilter();
        if (SegmentHeader.hasDictionaries(header)) {
            rows.appendDictionary();
            leaves.appendDictionary();
        }
        EntryCounts counts = new EntryCounts(rows.values(), leaves.values(), rows.tombstones(), leaves.tombstones());
        SegmentFooter footer = SegmentFooter.of(header, identity.fileId(), counts, appender.sections());
        appender.append(footer.encode());
        appender.force();
        appender.close();
        files.rename(currentName, name);
        currentName = name;
        files.forceDirectory();
        broken = false;
        phase = Phase.FINISHED;
        return SegmentInfo.of(name, footer);
    }

    /** Ends writing. Unless {@link #finish} succeeded, the file is deleted. */
    @Override
    public void close() {
        if (phase == Phase.FINISHED || phase == Phase.CLOSED) {
            return;
        }
        phase = Phase.CLOSED;
        try {
            appender.close();
        } finally {
            files.delete(currentName);
        }
    }
}
