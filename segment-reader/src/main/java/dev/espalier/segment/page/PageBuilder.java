package dev.espalier.segment.page;

import dev.espalier.segment.key.SegmentKey;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A page being filled. Reused from page to page. Confined to one thread. */
public final class PageBuilder {
    private final byte[] page = new byte[Page.BYTES];
    private final byte[] before = new byte[SegmentKey.PADDED_BYTES];
    private final PageChecksum checksum = new PageChecksum();
    private int entries;
    private int end = PageLayout.FIRST_ENTRY_AT;

    /** Creates an empty one. */
    public PageBuilder() {}

    /** Returns the number of entries so far. */
    public int entries() {
        return entries;
    }

    /**
     * Adds an entry, if it fits. An empty page has room for any entry.
     *
     * @param key the encoded key, greater than that of the entry before
     * @param value as its codec encoded it, of at most {@link Page#LARGEST_VALUE} bytes; null for a tombstone
     * @return false if it does not fit; nothing has changed then
     */
    public boolean add(byte[] key, byte @Nullable [] value) {
        int nibbles = key[SegmentKey.PADDED_BYTES];
        int shared = entries == 0 ? 0 : shared(key);
        int rest = Math.max(0, PageLayout.keyBytes(nibbles) - shared);
        int length = value == null ? 0 : value.length;
        if (end + 2 + rest + PageLayout.varintBytes(length) + length > PageLayout.CRC_AT) {
            return false;
        }
        page[end++] = (byte) nibbles;
        page[end++] = (byte) shared;
        System.arraycopy(key, shared, page, end, rest);
        end += rest;
        end = PageLayout.putVarint(page, end, length);
        if (value != null) {
            System.arraycopy(value, 0, page, end, length);
            end += length;
        }
        System.arraycopy(key, 0, before, 0, before.length);
        entries++;
        return true;
    }

    private int shared(byte[] key) {
        int mismatch = Arrays.mismatch(key, 0, before.length, before, 0, before.length);
        return mismatch < 0 ? before.length : mismatch;
    }

    /**
     * Finishes the page and starts the next.
     *
     * @param fileId the file that the page will stand in
     * @param number the page's number in the file
     * @return the page's {@link Page#BYTES} bytes; valid until {@link #add} is called
     */
    public byte[] finish(long fileId, long number) {
        Arrays.fill(page, end, PageLayout.CRC_AT, (byte) 0);
        PageLayout.putU16(page, PageLayout.ENTRIES_AT, entries);
        PageLayout.putU16(page, PageLayout.END_AT, end);
        PageLayout.putU32(page, PageLayout.CRC_AT, checksum.of(page, 0, fileId, number));
        entries = 0;
        end = PageLayout.FIRST_ENTRY_AT;
        return page;
    }
}
