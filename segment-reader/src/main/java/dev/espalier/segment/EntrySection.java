package dev.espalier.segment;

import dev.espalier.segment.filter.KeyFilter;
import dev.espalier.segment.format.PageIndex;
import dev.espalier.segment.format.SectionKind;
import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;
import org.jspecify.annotations.Nullable;

/** The rows or the leaves of a segment: which page has a key, if any. Immutable. */
final class EntrySection {
    private final long firstPage;
    private final PageIndex index;
    private final @Nullable KeyFilter filter;

    private EntrySection(long firstPage, PageIndex index, @Nullable KeyFilter filter) {
        this.firstPage = firstPage;
        this.index = index;
        this.filter = filter;
    }

    static EntrySection read(SegmentFile file, SectionKind pages, SectionKind index, SectionKind filter) {
        long firstPage = file.footer().section(pages).offset() / Page.BYTES;
        return new EntrySection(firstPage, file.readIndex(index, pages), file.readFilter(filter));
    }

    /** Returns the number of the section's first page in the file. */
    long firstPage() {
        return firstPage;
    }

    int pages() {
        return index.pages();
    }

    boolean hasFilter() {
        return filter != null;
    }

    /** Tells whether the section may have a key; false is certain. */
    boolean mayContain(SegmentKey key) {
        return filter == null || filter.mayContain(key.hash());
    }

    /** Returns where a page begins: its first key is not below these bytes, and the page before is. */
    byte[] separator(int page) {
        return index.separator(page);
    }

    /** Returns the page, counted in the section, that has a key if any has; -1 if the section is empty. */
    int pageOf(byte[] encodedKey) {
        return index.pageOf(encodedKey);
    }
}
