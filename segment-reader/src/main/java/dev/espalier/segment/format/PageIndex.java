package dev.espalier.segment.format;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds the only page of a section that can have a key. Resident; immutable, so any number of threads may use it at once.
 *
 * <p>Each page but the first has a separator: the shortest prefix of its first encoded key that is greater than the last
 * key of the page before. Its byte form (version 1, little-endian):
 *
 * <pre>
 *  0  u32   pages
 *  4  u32   bytes     of all separators
 *  8  u8[]  length    of each separator, one a page: 0 for the first, else 1..41
 *     u8[]  separators, one behind the other, in ascending order
 * </pre>
 */
public final class PageIndex {
    private static final int PAGES_AT = 0;
    private static final int BYTES_AT = 4;
    private static final int LENGTHS_AT = 8;

    /** That of a section without pages. */
    public static final PageIndex EMPTY = new PageIndex(new byte[0], new int[0]);

    private final byte[] separators;
    /** Where each page's separator ends, and the next one's begins. */
    private final int[] ends;

    private PageIndex(byte[] separators, int[] ends) {
        this.separators = separators;
        this.ends = ends;
    }

    /** Returns the number of pages. */
    public int pages() {
        return ends.length;
    }

    /** Returns the bytes of memory that it takes. */
    public long residentBytes() {
        return separators.length + (long) Integer.BYTES * ends.length;
    }

    /**
     * Returns the page that has a key, if any page has it.
     *
     * @param key the encoded key
     * @return the page's number in the section, or -1 if the section has no page
     */
    public int pageOf(byte[] key) {
        int low = 0;
        int high = ends.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (separatorIsAbove(middle, key)) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /** Returns a page's separator: empty for the first page, else 1 to 41 bytes that the caller owns. */
    public byte[] separator(int page) {
        return Arrays.copyOfRange(separators, page == 0 ? 0 : ends[page - 1], ends[page]);
    }

    private boolean separatorIsAbove(int page, byte[] key) {
        int from = ends[page - 1];
        int length = ends[page] - from;
        return Arrays.compareUnsigned(separators, from, from + length, key, 0, length) > 0;
    }

    /**
     * Reads a byte form.
     *
     * @param where names the file and section for an error
     * @throws CorruptStoreException if it is impossible, or the separators do not ascend
     */
    public static PageIndex decode(byte[] source, int offset, int length, String where) {
        if (length < LENGTHS_AT) {
            throw new CorruptStoreException(where + ": bytes=" + length + ", expected at least " + LENGTHS_AT);
        }
        ByteBuffer bytes = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
        int pages = bytes.getInt(offset + PAGES_AT);
        int separatorBytes = bytes.getInt(offset + BYTES_AT);
        if (pages < 0 || separatorBytes < 0 || length != (long) LENGTHS_AT + pages + separatorBytes) {
            throw new CorruptStoreException(where + ": pages=" + pages + ", separator bytes=" + separatorBytes
                    + ", expected them to fill bytes=" + length);
        }
        int[] ends = new int[pages];
        int end = 0;
        for (int page = 0; page < pages; page++) {
            int separatorLength = source[offset + LENGTHS_AT + page];
            if (page == 0 ? separatorLength != 0 : separatorLength < 1 || separatorLength > SegmentKey.BYTES) {
                throw new CorruptStoreException(where + ": separator length of page " + page + "=" + separatorLength
                        + ", expected " + (page == 0 ? "0" : "1.." + SegmentKey.BYTES));
            }
            end += separatorLength;
            ends[page] = end;
        }
        if (end != separatorBytes) {
            throw new CorruptStoreException(
                    where + ": separator lengths=" + end + ", expected in all " + separatorBytes);
        }
        int from = offset + LENGTHS_AT + pages;
        PageIndex index = new PageIndex(Arrays.copyOfRange(source, from, from + separatorBytes), ends);
        index.requireAscending(where);
        return index;
    }

    private void requireAscending(String where) {
        for (int page = 2; page < ends.length; page++) {
            int order = Arrays.compareUnsigned(
                    separators, ends[page - 2], ends[page - 1], separators, ends[page - 1], ends[page]);
            if (order >= 0) {
                throw new CorruptStoreException(where + ": separator of page " + page + " does not ascend");
            }
        }
    }
}
