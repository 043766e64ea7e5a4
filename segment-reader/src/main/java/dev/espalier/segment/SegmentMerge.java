package dev.espalier.segment;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.key.SegmentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Makes one segment of several, or a base in parts: of each key the newest entry. It is run once, by one thread; {@link
 * #cancel} may come from any.
 */
public final class SegmentMerge {
    private final SegmentFiles files;
    private final List<Segment> newestFirst;
    private final MergeOptions options;
    /** All that is read. */
    private final List<MergedEntries> reading = new ArrayList<>();
    /** The bytes of the files that are complete. */
    private long bytesBefore;

    private long bytesPaced;
    private volatile boolean cancelled;

    /**
     * Prepares a merge.
     *
     * @param newestFirst what to merge: neighbours in age, the newest first; at least one
     */
    public SegmentMerge(SegmentFiles files, List<Segment> newestFirst, MergeOptions options) {
        if (newestFirst.isEmpty()) {
            throw new IllegalArgumentException("merge: segments=0, expected at least 1");
        }
        this.files = files;
        this.newestFirst = List.copyOf(newestFirst);
        this.options = options;
    }

    /** Ends the merge soon, from any thread. */
    public void cancel() {
        cancelled = true;
        options.pace().wake();
    }

    /**
     * Cuts what is merged into parts of about one size.
     *
     * @param bytes what a part is to have at most, about
     * @return ranges that follow one another and hold every key
     */
    public List<KeyRange> partition(long bytes) {
        return PartitionPlan.of(newestFirst, bytes);
    }

    /**
     * Merges into one file.
     *
     * @return what to record of the new file
     * @throws CancellationException as the other does, and all else
     */
    public SegmentInfo run(String name, SegmentIdentity identity) {
        return run(List.of(new MergeOutput(name, identity))).getFirst();
    }

    /**
     * Merges. The inputs are referenced meanwhile and stay as they are.
     *
     * @param outputs the files to write; their ranges follow one another and hold every key
     * @return what to record of the new files
     * @throws CancellationException if it was cancelled or its thread interrupted; there is no file then
     * @throws IllegalStateException if an input was let go before
     * @throws dev.espalier.trie.CorruptStoreException if an input is damaged; there is no file then
     * @throws java.io.UncheckedIOException if a file cannot be read or written; there is no file then
     */
    public List<SegmentInfo> run(List<MergeOutput> outputs) {
        List<Segment> held = new ArrayList<>();
        try {
            for (Segment segment : newestFirst) {
                if (!segment.acquire()) {
                    throw new IllegalStateException(
                            "merge: segment file " + segment.info().name() + " was let go, expected a live one");
                }
                held.add(segment);
            }
            return writeAll(outputs);
        } finally {
            held.forEach(Segment::release);
        }
    }

    private List<SegmentInfo> writeAll(List<MergeOutput> outputs) {
        MergedEntries rows = entries(false);
        MergedEntries leaves = entries(true);
        rows.next();
        leaves.next();
        ShortKeys shortKeys = options.shortKeys() ? new ShortKeys(entries(true)) : null;
        List<SegmentInfo> written = new ArrayList<>();
        boolean complete = false;
        try {
            for (MergeOutput output : outputs) {
                try (SegmentWriter writer =
                        SegmentWriter.create(files, output.name(), output.identity(), options.encoding())) {
                    write(writer, output.identity().range(), rows, shortKeys);
                    write(writer, output.identity().range(), leaves, null);
                    requireNotCancelled();
                    written.add(writer.finish());
                    bytesBefore += writer.bytes();
                }
            }
            if (shortKeys != null) {
                shortKeys.finish();
            }
            complete = true;
            return written;
        } finally {
            if (!complete) {
                written.forEach(info -> files.delete(info.name()));
            }
        }
    }

    private MergedEntries entries(boolean ofLeaves) {
        MergedEntries entries = new MergedEntries(newestFirst, ofLeaves, options);
        reading.add(entries);
        return entries;
    }

    private void write(SegmentWriter writer, KeyRange range, MergedEntries entries, @Nullable ShortKeys shortKeys) {
        SegmentKey key = entries.key();
        while (key != null && range.contains(key)) {
            requireNotCancelled();
            byte[] value = entries.value();
            writer.put(key, shortKeys == null || value == null ? value : shortKeys.shorten(key, value));
            keepPace(writer);
            entries.next();
            key = entries.key();
        }
    }

    private void requireNotCancelled() {
        if (cancelled) {
            throw new CancellationException("merge: cancelled");
        }
    }

    private void keepPace(SegmentWriter writer) {
        long bytes = bytesBefore + writer.bytes();
        for (MergedEntries entries : reading) {
            bytes += entries.bytesRead();
        }
        options.pace().keep(bytes - bytesPaced, () -> cancelled);
        bytesPaced = bytes;
    }
}
