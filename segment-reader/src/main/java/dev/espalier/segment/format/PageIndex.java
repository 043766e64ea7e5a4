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
    public static final PageIndex EMPTY = new PageIndex(new byte[0], new byte[0], new int[0]);

    /** What all separators begin with, mostly the zeros that trie ids begin with: held once. */
    private final byte[] shared;

    /** The separators behind that. */
    private final byte[] separators;
    /** Where each page's separator ends, and the next one's begins. */
    private final int[] ends;

    private PageIndex(byte[] shared, byte[] separators, int[] ends) {
        this.shared = shared;
        this.separators = separators;
        this.ends = ends;
    }

    /** Returns the number of pages. */
    public int pages() {
        return ends.length;
    }

    /** Returns the bytes of memory that it takes. */
    public long residentBytes() {
        return shared.length + separators.length + (long) Integer.BYTES * ends.length;
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
        int order = Arrays.compareUnsigned(key, 0, shared.length, shared, 0, shared.length);
        if (order != 0) {
            // Below every separator, or above.
            return order < 0 ? low : high;
        }
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
        if (page == 0) {
            return new byte[0];
        }
        int length = ends[page] - ends[page - 1];
        byte[] whole = Arrays.copyOf(shared, shared.length + length);
        System.arraycopy(separators, ends[page - 1], whole, shared.length, length);
        return whole;
    }

    private boolean separatorIsAbove(int page, byte[] key) {
        int from = ends[page - 1];
        int length = ends[page] - from;
        return Arrays.compareUnsigned(separators, from, from + length, key, shared.length, shared.length + length) > 0;
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
        byte[] whole = Arrays.copyOfRange(source, from, from + separatorBytes);
        requireAscending(whole, ends, where);
        return withoutShared(whole, ends);
    }

    /** Takes from every separator what all have in common, which is what the first and the last have. */
    private static PageIndex withoutShared(byte[] separators, int[] ends) {
        int pages = ends.length;
        if (pages < 2) {
            return new PageIndex(new byte[0], separators, ends);
        }
        int mismatch = Arrays.mismatch(separators, 0, ends[1], separators, ends[pages - 2], ends[pages - 1]);
        int shared = mismatch < 0 ? ends[1] : mismatch;
        byte[] rests = new byte[separators.length - shared * (pages - 1)];
        int[] restEnds = new int[pages];
        for (int page = 1; page < pages; page++) {
            int length = ends[page] - ends[page - 1] - shared;
            System.arraycopy(separators, ends[page - 1] + shared, rests, restEnds[page - 1], length);
            restEnds[page] = restEnds[page - 1] + length;
        }
        return new PageIndex(Arrays.copyOf(separators, shared), rests, restEnds);
    }

    private static void requireAscending(byte[] separators, int[] ends, String where) {
        for (int page = 2; page < ends.length; page++) {
            int order = Arrays.compareUnsigned(
                    separators, ends[page - 2], ends[page - 1], separators, ends[page - 1], ends[page]);
            if (order >= 0) {
                throw new CorruptStoreException(where + ": separator of page " + page + " does not ascend");
            }
        }
    }
}
