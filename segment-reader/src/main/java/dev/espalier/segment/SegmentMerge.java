package dev.espalier.segment;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.key.SegmentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes one segment of several: of each key the newest entry. It is run once, by one thread; {@link #cancel} may come from
 * any.
 */
public final class SegmentMerge {
    private final SegmentFiles files;
    private final List<Segment> newestFirst;
    private final MergeOptions options;
    private final CountDownLatch cancelled = new CountDownLatch(1);
    private final WritePace pace;
    private long bytesPaced;

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
        pace = new WritePace(options.bytesPerSecond());
    }

    /** Ends the merge soon, from any thread. */
    public void cancel() {
        cancelled.countDown();
    }

    /**
     * Merges. The inputs are referenced meanwhile and stay as they are.
     *
     * @return what to record of the new file
     * @throws CancellationException if it was cancelled or its thread interrupted; there is no file then
     * @throws IllegalStateException if an input was let go before
     * @throws dev.espalier.trie.CorruptStoreException if an input is damaged; there is no file then
     * @throws java.io.UncheckedIOException if a file cannot be read or written; there is no file then
     */
    public SegmentInfo run(String name, SegmentIdentity identity) {
        List<Segment> held = new ArrayList<>();
        try {
            for (Segment segment : newestFirst) {
                if (!segment.acquire()) {
                    throw new IllegalStateException(
                            "merge: segment file " + segment.info().name() + " was let go, expected a live one");
                }
                held.add(segment);
            }
            return write(name, identity);
        } finally {
            held.forEach(Segment::release);
        }
    }

    private SegmentInfo write(String name, SegmentIdentity identity) {
        try (SegmentWriter writer = SegmentWriter.create(files, name, identity)) {
            mergeSection(writer, false);
            mergeSection(writer, true);
            requireNotCancelled();
            return writer.finish();
        }
    }

    private void mergeSection(SegmentWriter writer, boolean ofLeaves) {
        PriorityQueue<MergeInput> inputs = openInputs(ofLeaves);
        TrieChoice choice = new TrieChoice(options.isDead());
        while (!inputs.isEmpty()) {
            requireNotCancelled();
            MergeInput newest = inputs.remove();
            SegmentKey key = newest.key();
            if (choice.isDead(key.trieId())) {
                skipTrie(newest, key.trieId(), inputs);
                continue;
            }
            byte[] value = newest.value();
            if (value != null || !options.dropTombstones()) {
                writer.put(key, value);
                keepPace(writer.bytes());
            }
            advance(newest, inputs);
            skipOlder(key, inputs);
        }
    }

    private PriorityQueue<MergeInput> openInputs(boolean ofLeaves) {
        PriorityQueue<MergeInput> inputs = new PriorityQueue<>();
        SegmentKey start = SegmentKey.firstOf(0);
        for (int age = 0; age < newestFirst.size(); age++) {
            Segment segment = newestFirst.get(age);
            SegmentCursor cursor = ofLeaves ? segment.leavesFrom(start) : segment.rowsFrom(start);
            advance(new MergeInput(cursor, age), inputs);
        }
        return inputs;
    }

    private static void advance(MergeInput input, PriorityQueue<MergeInput> inputs) {
        if (input.next()) {
            inputs.add(input);
        }
    }

    private static void skipOlder(SegmentKey key, PriorityQueue<MergeInput> inputs) {
        MergeInput older = inputs.peek();
        while (older != null && older.key().equals(key)) {
            inputs.remove();
            advance(older, inputs);
            older = inputs.peek();
        }
    }

    /** Moves an input behind a trie without reading its pages. */
    private static void skipTrie(MergeInput input, long trieId, PriorityQueue<MergeInput> inputs) {
        long next = trieId + 1;
        if (next != 0) {
            input.seek(SegmentKey.firstOf(next));
            advance(input, inputs);
        }
    }

    private void requireNotCancelled() {
        if (cancelled.getCount() == 0) {
            throw new CancellationException("merge: cancelled");
        }
    }

    private void keepPace(long bytes) {
        if (bytes == bytesPaced || options.bytesPerSecond() == MergeOptions.UNLIMITED) {
            return;
        }
        bytesPaced = bytes;
        long nanos = pace.nanosToWait(bytes, System.nanoTime());
        try {
            if (nanos > 0 && cancelled.await(nanos, TimeUnit.NANOSECONDS)) {
                throw new CancellationException("merge: cancelled");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancellation = new CancellationException("merge: interrupted");
            cancellation.initCause(e);
            throw cancellation;
        }
    }
}
