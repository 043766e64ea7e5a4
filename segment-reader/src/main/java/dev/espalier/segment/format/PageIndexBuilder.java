package dev.espalier.segment.format;

import dev.espalier.segment.key.SegmentKey;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Collects the separators of a section being written: about a dozen bytes a page. Confined to one thread. */
public final class PageIndexBuilder {
    private final ByteArrayOutputStream lengths = new ByteArrayOutputStream();
    private final ByteArrayOutputStream separators = new ByteArrayOutputStream();

    /** Creates one without pages. */
    public PageIndexBuilder() {}

    /** Returns the number of pages so far. */
    public int pages() {
        return lengths.size();
    }

    /**
     * Adds a page.
     *
     * @param lastBefore the encoded last key of the page before; not looked at for the first page
     * @param first the page's encoded first key, greater than that
     */
    public void add(byte[] lastBefore, byte[] first) {
        int length =
                pages() == 0 ? 0 : 1 + Arrays.mismatch(lastBefore, 0, SegmentKey.BYTES, first, 0, SegmentKey.BYTES);
        lengths.write(length);
        separators.write(first, 0, length);
    }

    /**
     * Returns the byte form, which {@link PageIndex#decode} reads.
     *
     * @param stride 1, or more to keep only the separators of the first page and of each so many-th after it
     */
    public byte[] encode(int stride) {
        byte[] allLengths = lengths.toByteArray();
        byte[] all = separators.toByteArray();
        ByteArrayOutputStream keptLengths = new ByteArrayOutputStream();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        int at = 0;
        for (int page = 0; page < allLengths.length; page++) {
            if (page % stride == 0) {
                keptLengths.write(allLengths[page]);
                kept.write(all, at, allLengths[page]);
            }
            at += allLengths[page];
        }
        return ByteBuffer.allocate(2 * Integer.BYTES + keptLengths.size() + kept.size())
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(keptLengths.size())
                .putInt(kept.size())
                .put(keptLengths.toByteArray())
                .put(kept.toByteArray())
                .array();
    }
}
