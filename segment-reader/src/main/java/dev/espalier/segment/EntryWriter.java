package dev.espalier.segment;

import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.PageIndexBuilder;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.segment.page.PageBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Writes the pages of one section and collects what its index and filter are made of: separators and hashes, not pages.
 * Confined to one thread.
 */
final class EntryWriter {
    private final SectionAppender appender;
    private final long fileId;
    private final @Nullable HashList hashes;
    private final PageBuilder page = new PageBuilder();
    private final PageIndexBuilder index = new PageIndexBuilder();
    private final byte[] lastKey = new byte[SegmentKey.BYTES];
    private final byte[] encoded = new byte[SegmentKey.BYTES];
    private @Nullable SegmentKey last;
    private long values;
    private long tombstones;

    EntryWriter(SectionAppender appender, long fileId, boolean filtered) {
        this.appender = appender;
        this.fileId = fileId;
        hashes = filtered ? new HashList() : null;
    }

    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException if a key is not greater than the one before
     */
    void requireGreater(SegmentKey key) {
        if (last != null && last.compareTo(key) >= 0) {
            throw new IllegalArgumentException("segment: key=" + key + " after " + last + ", expected a greater one");
        }
    }

    /** Adds an entry whose key was checked. */
    void add(SegmentKey key, byte @Nullable [] value) {
        key.encodeTo(encoded, 0);
        if (last == null) {
            index.add(lastKey, encoded);
        }
        if (!page.add(encoded, value)) {
            flushPage();
            index.add(lastKey, encoded);
            page.add(encoded, value);
        }
        System.arraycopy(encoded, 0, lastKey, 0, encoded.length);
        last = key;
        if (hashes != null) {
            hashes.add(key.hash());
        }
        if (value == null) {
            tombstones++;
        } else {
            values++;
        }
    }

    private void flushPage() {
        appender.append(page.finish(fileId, appender.position() / Page.BYTES));
    }

    /** Writes the last page. */
    void finishPages() {
        if (page.entries() > 0) {
            flushPage();
        }
    }

    byte[] index() {
        return index.encode();
    }

    /** Returns the filter's byte form, empty if the section has none. */
    byte[] filter() {
        return hashes == null
                ? new byte[0]
                : KeyFilter.build(hashes.array(), hashes.size()).encode();
    }

    long values() {
        return values;
    }

    long tombstones() {
        return tombstones;
    }
}
