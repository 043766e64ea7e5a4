package dev.espalier.segment;

import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.PageIndexBuilder;
import dev.espalier.segment.format.SectionEncoding;
import dev.espalier.segment.index.PageLocator;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.segment.page.PageBuilder;
import dev.espalier.segment.page.ValueCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the pages of one section and collects what its index and filter are made of: separators and hashes, not pages. If
 * values may be compressed, the first ones are held back until a dictionary is made of them. Confined to one thread.
 */
final class EntryWriter {
    private static final int SAMPLE_BYTES = 1 << 20;
    /** So that tombstones and tiny values do not gather without end. */
    private static final int MOST_HELD_BACK = 1 << 16;

    private final SectionAppender appender;
    private final long fileId;
    private final boolean filtered;
    private final @Nullable HashList hashes;
    private final @Nullable IntList pagesOfKeys;
    private final PageBuilder page = new PageBuilder();
    private final PageIndexBuilder index = new PageIndexBuilder();
    private final byte[] lastKey = new byte[SegmentKey.BYTES];
    private final byte[] encoded = new byte[SegmentKey.BYTES];
    private final List<Entry> heldBack = new ArrayList<>();
    private int heldBytes;
    /** Null until the first values decide. */
    private @Nullable ValueCodec codec;

    private @Nullable SegmentKey last;
    private long values;
    private long tombstones;
    private byte[] locator = new byte[0];

    private record Entry(SegmentKey key, byte @Nullable [] value) {}

    /**
     * Creates one.
     *
     * @param filtered whether the section gets a filter
     * @param compressed whether values are compressed if that pays
     * @param hashed whether keys are located by a perfect hash
     */
    EntryWriter(SectionAppender appender, long fileId, boolean filtered, boolean compressed, boolean hashed) {
        this.appender = appender;
        this.fileId = fileId;
        this.filtered = filtered;
        hashes = filtered || hashed ? new HashList() : null;
        pagesOfKeys = hashed ? new IntList() : null;
        codec = compressed ? null : ValueCodec.PLAIN;
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
        last = key;
        if (value == null) {
            tombstones++;
        } else {
            values++;
        }
        if (codec != null) {
            write(key, value, codec);
        } else if (value == null && heldBack.isEmpty()) {
            // A tombstone stands the same way whatever the codec will be.
            write(key, null, ValueCodec.PLAIN);
        } else {
            heldBack.add(new Entry(key, value));
            heldBytes += value == null ? 0 : value.length;
            if (heldBytes >= SAMPLE_BYTES || heldBack.size() >= MOST_HELD_BACK) {
                writeHeldBack();
            }
        }
    }

    private void writeHeldBack() {
        List<byte[]> samples = new ArrayList<>();
        for (Entry entry : heldBack) {
            if (entry.value != null) {
                samples.add(entry.value);
            }
        }
        ValueCodec trained = ValueCodec.trainedOn(samples);
        codec = trained;
        heldBack.forEach(entry -> write(entry.key, entry.value, trained));
        heldBack.clear();
    }

    private void write(SegmentKey key, byte @Nullable [] value, ValueCodec with) {
        byte[] stored = value == null ? null : with.encode(value);
        key.encodeTo(encoded, 0);
        if (index.pages() == 0) {
            index.add(lastKey, encoded);
        }
        if (!page.add(encoded, stored)) {
            flushPage();
            index.add(lastKey, encoded);
            page.add(encoded, stored);
        }
        System.arraycopy(encoded, 0, lastKey, 0, encoded.length);
        if (hashes != null) {
            hashes.add(key.hash());
        }
        if (pagesOfKeys != null) {
            pagesOfKeys.add(index.pages() - 1);
        }
    }

    private void flushPage() {
        appender.append(page.finish(fileId, appender.position() / Page.BYTES));
    }

    /** Writes what is left of the pages and ends their section. */
    void finishPages() {
        if (codec == null) {
            writeHeldBack();
        }
        if (page.entries() > 0) {
            flushPage();
        }
        appender.endSection(codec().isPlain() ? SectionEncoding.PLAIN : SectionEncoding.ZSTD);
        if (hashes != null && pagesOfKeys != null) {
            byte[] built = PageLocator.build(hashes.array(), pagesOfKeys.array(), hashes.size());
            // Without pages, or where two keys have one hash, there is nothing to gain.
            locator = built == null || index.pages() == 0 ? locator : built;
        }
    }

    /** Appends the section of the index. */
    void appendIndex() {
        boolean sparse = locator.length > 0;
        append(
                index.encode(sparse ? PageLocator.BUCKET_PAGES : 1),
                sparse ? SectionEncoding.SPARSE : SectionEncoding.PLAIN);
    }

    /** Appends the section of the filter, empty if there is none. */
    void appendFilter() {
        if (locator.length > 0) {
            append(locator, SectionEncoding.PERFECT_HASH);
        } else if (hashes == null || !filtered) {
            append(new byte[0], SectionEncoding.PLAIN);
        } else {
            append(KeyFilter.build(hashes.array(), hashes.size()).encode(), SectionEncoding.PLAIN);
        }
    }

    /** Appends the section of the dictionary, empty if there is none. */
    void appendDictionary() {
        append(codec().dictionary(), SectionEncoding.PLAIN);
    }

    private void append(byte[] bytes, SectionEncoding encoding) {
        appender.startSection();
        appender.append(bytes);
        appender.endSection(encoding);
    }

    private ValueCodec codec() {
        if (codec == null) {
            throw new IllegalStateException("the pages are not finished");
        }
        return codec;
    }

    long values() {
        return values;
    }

    long tombstones() {
        return tombstones;
    }
}
