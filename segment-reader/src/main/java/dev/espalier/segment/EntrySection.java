package dev.espalier.segment;

import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.PageIndex;
import dev.espalier.segment.format.SectionEncoding;
import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.index.PageLocator;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import dev.espalier.segment.page.ValueCodec;
import org.jspecify.annotations.Nullable;

/**
 * The rows or the leaves of a segment: which page has a key, if any, and how values stand there. Immutable.
 */
final class EntrySection {
    /** What {@link #candidate} says of a key that the section does not have. */
    static final int NONE = -1;

    private final long firstPage;
    private final int pages;
    private final PageIndex index;
    /** The pages from one separator to the next. */
    private final int stride;

    private final @Nullable KeyFilter filter;
    private final @Nullable PageLocator locator;
    private final ValueCodec codec;

    private EntrySection(SegmentFile file, Kinds kinds, ValueCodec codec) {
        firstPage = file.footer().section(kinds.pages).offset() / Page.BYTES;
        pages = Math.toIntExact(file.footer().section(kinds.pages).length() / Page.BYTES);
        stride = file.footer().section(kinds.index).encoding() == SectionEncoding.SPARSE ? PageLocator.BUCKET_PAGES : 1;
        index = file.readIndex(kinds.index, Math.ceilDiv(pages, stride));
        boolean located = file.footer().section(kinds.filter).encoding() == SectionEncoding.PERFECT_HASH;
        filter = located ? null : file.readFilter(kinds.filter);
        locator = located ? file.readLocator(kinds.filter) : null;
        file.requireTogether(kinds.index, stride > 1, kinds.filter, located);
        this.codec = codec;
    }

    /** A section without pages. */
    private EntrySection() {
        firstPage = 0;
        pages = 0;
        index = PageIndex.EMPTY;
        stride = 1;
        filter = null;
        locator = null;
        codec = ValueCodec.PLAIN;
    }

    /** The sections that belong together. */
    private enum Kinds {
        ROWS(SectionKind.ROW_PAGES, SectionKind.ROW_INDEX, SectionKind.ROW_FILTER, SectionKind.ROW_DICTIONARY),
        LEAVES(SectionKind.LEAF_PAGES, SectionKind.LEAF_INDEX, SectionKind.LEAF_FILTER, SectionKind.LEAF_DICTIONARY);

        private final SectionKind pages;
        private final SectionKind index;
        private final SectionKind filter;
        private final SectionKind dictionary;

        Kinds(SectionKind pages, SectionKind index, SectionKind filter, SectionKind dictionary) {
            this.pages = pages;
            this.index = index;
            this.filter = filter;
            this.dictionary = dictionary;
        }
    }

    static EntrySection rowsOf(SegmentFile file) {
        return read(file, Kinds.ROWS);
    }

    /** Returns a section in which no key is. */
    static EntrySection empty() {
        return new EntrySection();
    }

    static EntrySection leavesOf(SegmentFile file) {
        return read(file, Kinds.LEAVES);
    }

    private static EntrySection read(SegmentFile file, Kinds kinds) {
        return new EntrySection(file, kinds, file.readCodec(kinds.pages, kinds.dictionary));
    }

    /** Returns the number of the section's first page in the file. */
    long firstPage() {
        return firstPage;
    }

    int pages() {
        return pages;
    }

    /** Returns how values stand in the pages. */
    ValueCodec codec() {
        return codec;
    }

    /** Tells whether keys that are not there are known, but for a few, without reading a page. */
    boolean hasFilter() {
        return filter != null || locator != null;
    }

    /** Returns the bytes of memory that index, filter and dictionary take. */
    long residentBytes() {
        return index.residentBytes()
                + (filter == null ? 0 : filter.residentBytes())
                + (locator == null ? 0 : locator.residentBytes())
                + codec.residentBytes();
    }

    /** Returns the number of resident separators. */
    int separators() {
        return index.pages();
    }

    /** Returns the pages from one separator to the next. */
    int stride() {
        return stride;
    }

    /** Returns a separator: no key of the pages before is as great, and none behind is less. */
    byte[] separator(int number) {
        return index.separator(number);
    }

    /**
     * Returns the page that may have a key.
     *
     * @param encoded takes the encoded key, unless the answer is that no page has it
     * @return the page, counted in the section; {@link #NONE} if none has the key
     */
    int candidate(SegmentKey key, byte[] encoded) {
        if (filter != null && !filter.mayContain(key.hash())) {
            return NONE;
        }
        int inBucket = locator == null ? 0 : locator.pageInBucket(key.hash());
        if (inBucket < 0) {
            return NONE;
        }
        key.encodeTo(encoded, 0);
        int page = pageFor(encoded) + inBucket;
        return page < pages ? page : NONE;
    }

    /** Returns the last page, among those at a separator, that does not begin behind a key; -1 if there is no page. */
    int pageFor(byte[] encodedKey) {
        int separator = index.pageOf(encodedKey);
        return separator < 0 ? NONE : separator * stride;
    }
}
