package dev.espalier.segment;

import dev.espalier.segment.file.SegmentFiles;
import dev.espalier.segment.format.SegmentIdentity;
import dev.espalier.segment.format.UnsupportedFormatException;
import dev.espalier.segment.key.KeyRange;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * An open segment file. Separators and filters are resident; a lookup reads one page, or none if a filter says that the
 * key is absent.
 *
 * <p>Any number of threads may read it at once. It is counted by reference: whoever reads it holds a reference between
 * {@link #acquire} and {@link #release}, and the file is closed when its owner has let go by {@link #close} or
 * {@link #retire} and the last reference is gone. Reading without a reference after that is an error of the caller.
 */
public final class Segment implements AutoCloseable {
    private final SegmentFiles files;
    private final SegmentFile file;
    private final SegmentInfo info;
    private final EntrySection rows;
    private final EntrySection leaves;
    private final SegmentCounters counters;
    private final ReferenceCount references = new ReferenceCount();
    /** Whether the file is deleted at the end. */
    private volatile boolean retired;

    private Segment(SegmentFiles files, SegmentFile file, SegmentCounters counters, boolean withRows) {
        this.files = files;
        this.file = file;
        this.counters = counters;
        info = SegmentInfo.of(file.name(), file.footer());
        rows = withRows ? EntrySection.rowsOf(file) : EntrySection.empty();
        leaves = EntrySection.leavesOf(file);
    }

    /**
     * Opens a file that is known by name only.
     *
     * @param chainId the chain that the file must be of
     * @throws UnsupportedFormatException if it is intact but of another format version
     * @throws CorruptStoreException if it is damaged, cut, no segment file, or of another chain
     * @throws UncheckedIOException if it cannot be read
     */
    public static Segment open(SegmentFiles files, String name, long chainId) {
        return open(files, SegmentFile.open(files, name), chainId, new SegmentCounters(), true);
    }

    /**
     * Opens a recorded file.
     *
     * @param info what is recorded of the file
     * @param chainId the chain that the file must be of
     * @param counters where the segment's work is counted
     * @throws UnsupportedFormatException if it is intact but of another format version
     * @throws CorruptStoreException if it is damaged, cut, no segment file, of another chain, or not the one recorded
     * @throws UncheckedIOException if it cannot be read
     */
    public static Segment open(SegmentFiles files, SegmentInfo info, long chainId, SegmentCounters counters) {
        return open(files, info, chainId, counters, true);
    }

    /**
     * Opens a recorded file for its leaves, whatever has become of its rows: it shows none.
     *
     * @param info what is recorded of the file
     * @param chainId the chain that the file must be of
     * @param counters where the segment's work is counted
     * @throws UnsupportedFormatException if it is intact but of another format version
     * @throws CorruptStoreException if header, footer, or what leads to the leaves is damaged, or it is not the one recorded
     * @throws UncheckedIOException if it cannot be read
     */
    public static Segment openLeaves(SegmentFiles files, SegmentInfo info, long chainId, SegmentCounters counters) {
        return open(files, info, chainId, counters, false);
    }

    private static Segment open(
            SegmentFiles files, SegmentInfo info, long chainId, SegmentCounters counters, boolean withRows) {
        SegmentFile file = SegmentFile.open(files, info.name());
        SegmentInfo found = SegmentInfo.of(file.name(), file.footer());
        if (!found.equals(info)) {
            file.close();
            throw new CorruptStoreException(
                    "segment file " + info.name() + ": found " + found + ", expected the recorded " + info);
        }
        return open(files, file, chainId, counters, withRows);
    }

    private static Segment open(
            SegmentFiles files, SegmentFile file, long chainId, SegmentCounters counters, boolean withRows) {
        try {
            if (file.identity().chainId() != chainId) {
                throw new CorruptStoreException("segment file " + file.name() + ": chainId="
                        + Long.toUnsignedString(file.identity().chainId()) + ", expected "
                        + Long.toUnsignedString(chainId) + ": of another chain");
            }
            return new Segment(files, file, counters, withRows);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    /** Returns what is recorded of the file. */
    public SegmentInfo info() {
        return info;
    }

    /** Returns what the file's header says. */
    public SegmentIdentity identity() {
        return file.identity();
    }

    /** Returns the size of the pages that hold the rows. */
    public long rowPageBytes() {
        return (long) rows.pages() * Page.BYTES;
    }

    /** Returns the size of the pages that hold the leaves. */
    public long leafPageBytes() {
        return (long) leaves.pages() * Page.BYTES;
    }

    /** Returns the bytes of memory that are held for looking rows up: index, filter and dictionary. */
    public long rowResidentBytes() {
        return rows.residentBytes();
    }

    /** Returns the bytes of memory that are held for looking leaves up: index, filter and dictionary. */
    public long leafResidentBytes() {
        return leaves.residentBytes();
    }

    /** Returns the counters of the segment's work. */
    public SegmentCounters counters() {
        return counters;
    }

    /**
     * Looks a row up.
     *
     * @throws CorruptStoreException naming file and page, if the page is damaged
     * @throws UncheckedIOException if it cannot be read
     */
    public SegmentValue row(BranchPath path) {
        return find(SegmentKey.ofRow(path));
    }

    /**
     * Looks a leaf up.
     *
     * @throws CorruptStoreException naming file and page, if the page is damaged
     * @throws UncheckedIOException if it cannot be read
     */
    public SegmentValue leaf(long trieId, Hash32 key) {
        return find(SegmentKey.ofLeaf(trieId, key));
    }

    private SegmentValue find(SegmentKey key) {
        EntrySection section = section(key);
        PageBuffer buffer = PageBuffer.ofThread();
        int page = candidate(section, key, buffer);
        if (page < 0) {
            return SegmentValue.ABSENT;
        }
        readPage(section, page, buffer);
        return findOnPage(section, buffer);
    }

    /**
     * Answers the keys of a batch that have no answer yet and that the segment knows. Reads in file order, each page once.
     *
     * @throws CorruptStoreException naming file and page, if a page is damaged
     * @throws UncheckedIOException if one cannot be read
     */
    public void find(LookupBatch batch) {
        if (batch.unanswered() == 0) {
            return;
        }
        EntrySection section = section(batch.key(0));
        PageBuffer buffer = PageBuffer.ofThread();
        KeyRange range = file.identity().range();
        int from = batch.firstIn(range);
        int[] pages = new int[batch.firstBehind(range) - from];
        for (int i = 0; i < pages.length; i++) {
            pages[i] = batch.value(from + i).isKnown()
                    ? EntrySection.NONE
                    : candidate(section, batch.key(from + i), buffer);
        }
        PageReadAhead readAhead = new PageReadAhead(file, section.firstPage(), pages, batch.concurrency());
        int current = EntrySection.NONE;
        for (int i = 0; i < pages.length; i++) {
            if (pages[i] < 0) {
                continue;
            }
            if (pages[i] != current) {
                current = pages[i];
                readAhead.before(i);
                readPage(section, current, buffer);
                readAhead.after();
            }
            batch.key(from + i).encodeTo(buffer.key, 0);
            SegmentValue value = findOnPage(section, buffer);
            if (value.isKnown()) {
                batch.answer(from + i, value);
            }
        }
    }

    /** Returns the page that a key may be on, with the encoded key in the buffer; -1 if it is on none. */
    private int candidate(EntrySection section, SegmentKey key, PageBuffer buffer) {
        if (!file.identity().range().contains(key)) {
            return -1;
        }
        int page = section.candidate(key, buffer.key);
        if (page < 0) {
            counters.addFilterNegative();
        }
        return page;
    }

    private SegmentValue findOnPage(EntrySection section, PageBuffer buffer) {
        if (buffer.page.find(buffer.key)) {
            return buffer.page.isTombstone()
                    ? SegmentValue.TOMBSTONE
                    : SegmentValue.of(buffer.page.value(section.codec()));
        }
        if (section.hasFilter()) {
            counters.addFilterFalsePositive();
        }
        return SegmentValue.ABSENT;
    }

    private void readPage(EntrySection section, int page, PageBuffer buffer) {
        long number = section.firstPage() + page;
        file.readPages(number, buffer.bytes, 1);
        counters.addPages(1, buffer.bytes.length);
        file.look(buffer.page, buffer.bytes, 0, number);
    }

    /** Returns the rows and the leaves. */
    List<EntrySection> sections() {
        return List.of(rows, leaves);
    }

    private EntrySection section(SegmentKey key) {
        return key.isLeaf() ? leaves : rows;
    }

    /**
     * Goes through the rows from a key on. The caller keeps a reference as long as it uses the cursor.
     *
     * @param from where to begin; the first entry is the first that is not below it
     */
    public SegmentCursor rowsFrom(SegmentKey from) {
        return new SegmentCursor(file, rows, counters, from);
    }

    /**
     * Goes through the leaves from a key on. The caller keeps a reference as long as it uses the cursor.
     *
     * @param from where to begin; the first entry is the first that is not below it
     */
    public SegmentCursor leavesFrom(SegmentKey from) {
        return new SegmentCursor(file, leaves, counters, from);
    }

    /**
     * Reads everything and checks all that can be checked of the file alone: every checksum, the order, the counts, and
     * that index and filters lead to every key.
     *
     * @throws CorruptStoreException naming file and place, if something is wrong
     */
    public void verify() {
        new SegmentVerification(this, file).run(rows, leaves);
    }

    /**
     * Takes a reference.
     *
     * @return false if the owner has let go already; then the segment must not be read
     */
    public boolean acquire() {
        return references.acquire();
    }

    /**
     * Gives a reference back.
     *
     * @throws IllegalStateException if none is held
     */
    public void release() {
        if (references.release()) {
            end();
        }
    }

    /** Lets go as the owner: the file is closed when no reference is left. Doing so again does nothing. */
    @Override
    public void close() {
        if (references.retire()) {
            end();
        }
    }

    /** Lets go as the owner of a file that is in no list any more: it is closed and deleted when no reference is left. */
    public void retire() {
        retired = true;
        close();
    }

    private void end() {
        file.close();
        if (!retired) {
            return;
        }
        try {
            files.delete(info.name());
        } catch (UncheckedIOException e) {
            // The last reader must not suffer for it: the file is an orphan now, which the next opening deletes.
        }
    }
}
