package dev.espalier.segment;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.trie.CorruptStoreException;

/**
 * Goes through a section's entries in order. Reads one page at first and more at a time as it goes on, so that both a seek
 * and a scan of everything read little. Confined to one thread.
 */
public final class SegmentCursor {
    private static final int MOST_PAGES_AT_ONCE = 64;

    private final SegmentFile file;
    private final EntrySection section;
    private final SegmentCounters counters;
    private final Page page = new Page();
    private final byte[] from = new byte[SegmentKey.BYTES];
    private final byte[] lastKey = new byte[SegmentKey.BYTES];
    private byte[] chunk = new byte[Page.BYTES];

    private boolean seeking;
    private boolean onPage;
    /** Whether the next entry is the first behind a page that was gone through. */
    private boolean pageTurned;
    /** The next page to look at, counted in the section. */
    private int nextPage;
    /** The pages in the chunk: from which, and up to which. */
    private int chunkFrom;

    private int chunkTo;
    private int pagesAtOnce;
    private long bytesRead;

    SegmentCursor(SegmentFile file, EntrySection section, SegmentCounters counters, SegmentKey from) {
        this.file = file;
        this.section = section;
        this.counters = counters;
        seek(from);
    }

    /** Moves, forwards or backwards, to stand before the first entry that is not below a key. */
    public void seek(SegmentKey key) {
        key.encodeTo(from, 0);
        seeking = true;
        onPage = false;
        nextPage = Math.max(0, section.pageFor(from));
        chunkFrom = 0;
        chunkTo = 0;
        pagesAtOnce = 1;
    }

    /**
     * Goes to the next entry.
     *
     * @return false if there is none
     * @throws CorruptStoreException naming file and page, if a page is damaged
     */
    public boolean next() {
        while (true) {
            while (onPage && page.next()) {
                requireAscent();
                if (!seeking || page.compareKeyTo(from) >= 0) {
                    seeking = false;
                    return true;
                }
            }
            if (nextPage == section.pages()) {
                return false;
            }
            turnPage();
        }
    }

    private void turnPage() {
        pageTurned = onPage;
        if (pageTurned) {
            page.copyKeyTo(lastKey);
        }
        if (nextPage >= chunkTo) {
            readChunk();
        }
        file.look(page, chunk, (nextPage - chunkFrom) * Page.BYTES, section.firstPage() + nextPage);
        onPage = true;
        nextPage++;
    }

    /** Within a page the page itself sees to it. */
    private void requireAscent() {
        if (pageTurned && page.compareKeyTo(lastKey) <= 0) {
            throw new CorruptStoreException("segment file " + file.name() + ": page "
                    + (section.firstPage() + nextPage - 1) + ": does not ascend from the page before");
        }
        pageTurned = false;
    }

    private void readChunk() {
        int pages = Math.min(pagesAtOnce, section.pages() - nextPage);
        if (chunk.length < pages * Page.BYTES) {
            chunk = new byte[pages * Page.BYTES];
        }
        file.readPages(section.firstPage() + nextPage, chunk, pages);
        counters.addPages(pages, (long) pages * Page.BYTES);
        bytesRead += (long) pages * Page.BYTES;
        chunkFrom = nextPage;
        chunkTo = nextPage + pages;
        pagesAtOnce = Math.min(MOST_PAGES_AT_ONCE, 2 * pagesAtOnce);
    }

    /** Returns how many bytes were read of the file so far. */
    long bytesRead() {
        return bytesRead;
    }

    /** Copies the current entry's encoded key. */
    void copyKeyTo(byte[] target) {
        page.copyKeyTo(target);
    }

    /** Returns the page that the current entry is on, counted in the section. */
    int pageNumber() {
        return nextPage - 1;
    }

    /** Returns the current entry's key. */
    public SegmentKey key() {
        return page.key();
    }

    /** Tells whether the current entry is a tombstone. */
    public boolean isTombstone() {
        return page.isTombstone();
    }

    /** Returns the current entry's value. */
    public SegmentValue value() {
        return page.isTombstone() ? SegmentValue.TOMBSTONE : SegmentValue.of(page.value(section.codec()));
    }
}
