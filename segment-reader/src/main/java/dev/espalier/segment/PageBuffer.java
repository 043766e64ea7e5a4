package dev.espalier.segment;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.segment.page.Page;

/** What one lookup needs: memory for a page and for the encoded key. One for each thread. */
final class PageBuffer {
    private static final ThreadLocal<PageBuffer> OF_THREAD = ThreadLocal.withInitial(PageBuffer::new);

    final byte[] bytes = new byte[Page.BYTES];
    final byte[] key = new byte[SegmentKey.BYTES];
    final Page page = new Page();

    static PageBuffer ofThread() {
        return OF_THREAD.get();
    }
}
