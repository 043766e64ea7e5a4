package dev.espalier.segment.page;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.CorruptStoreException;
import java.util.Arrays;

/**
 * A window on one page in an array, reused from page to page. {@link #look} checks the page; then {@link #find} looks keys
 * up, or {@link #next} goes through the entries. Confined to one thread.
 */
public final class Page {
    /** Length of a page. */
    public static final int BYTES = 4096;

    /** The largest value: a page must hold it with its key. */
    public static final int LARGEST_VALUE = 3_500;

    private static final int LARGEST_VARINT_BYTES = 2;

    private final PageChecksum checksum = new PageChecksum();
    private final byte[] key = new byte[SegmentKey.BYTES];
    private byte[] source = new byte[0];
    private int base;
    private long number;
    private String file = "";

    private int entries;
    private int entriesLeft;
    /** Where the next entry begins. */
    private int at;

    private int end;
    private int nibbles;
    private int shared;
    private int restAt;
    private int restBytes;
    private int valueAt;
    private int valueBytes;

    /** Creates a window on nothing. */
    public Page() {}

    /**
     * Moves to a page and checks it, and stands before its first entry.
     *
     * @param source the array, kept until the next call
     * @param base where the page begins in it
     * @param file the file's name, for errors
     * @param fileId the file that the page must be of
     * @param number the page's number in the file
     * @throws CorruptStoreException if the page is damaged, or is another
     */
    public void look(byte[] source, int base, String file, long fileId, long number) {
        this.source = source;
        this.base = base;
        this.file = file;
        this.number = number;
        int stored = PageLayout.u32(source, base + PageLayout.CRC_AT);
        int expected = checksum.of(source, base, fileId, number);
        if (stored != expected) {
            throw corrupt("crc=0x" + Integer.toHexString(stored) + ", expected 0x" + Integer.toHexString(expected));
        }
        entries = PageLayout.u16(source, base + PageLayout.ENTRIES_AT);
        int pageEnd = PageLayout.u16(source, base + PageLayout.END_AT);
        if (entries == 0 || pageEnd > PageLayout.CRC_AT) {
            throw corrupt("entries=" + entries + ", end=" + pageEnd + ", expected at least 1 and at most "
                    + PageLayout.CRC_AT);
        }
        end = base + pageEnd;
        rewind();
    }

    /** Stands before the first entry again. */
    private void rewind() {
        entriesLeft = entries;
        at = base + PageLayout.FIRST_ENTRY_AT;
    }

    /**
     * Looks for a key, from the first entry on.
     *
     * @param target the encoded key
     * @return whether there is such an entry; it is the current one then
     * @throws CorruptStoreException if an entry is impossible
     */
    public boolean find(byte[] target) {
        rewind();
        // The leading bytes that the target shares with the padded key of the entry before, which is smaller than it.
        int matched = 0;
        while (nextEntry()) {
            if (shared > matched) {
                continue;
            }
            if (shared < matched) {
                // It left the target's prefix where the entry before was still on it.
                return false;
            }
            matched = matchedWith(target);
            if (matched < shared + restBytes && (source[restAt + matched - shared] & 0xFF) > (target[matched] & 0xFF)) {
                return false;
            }
            if (matched == SegmentKey.PADDED_BYTES && nibbles >= target[SegmentKey.PADDED_BYTES]) {
                return nibbles == target[SegmentKey.PADDED_BYTES];
            }
        }
        return false;
    }

    /** Counts the leading bytes that the current entry's padded key shares with the target: {@code shared} or more. */
    private int matchedWith(byte[] target) {
        int matched = shared;
        int restEnd = shared + restBytes;
        while (matched < restEnd && source[restAt + matched - shared] == target[matched]) {
            matched++;
        }
        if (matched < restEnd) {
            return matched;
        }
        // Behind its rest the entry's key is zeros.
        while (matched < SegmentKey.PADDED_BYTES && target[matched] == 0) {
            matched++;
        }
        return matched;
    }

    /**
     * Goes to the next entry and makes its key available.
     *
     * @return false if there is none
     * @throws CorruptStoreException if the entry is impossible or its key does not ascend
     */
    public boolean next() {
        boolean isFirst = at == base + PageLayout.FIRST_ENTRY_AT;
        int nibblesBefore = key[SegmentKey.PADDED_BYTES];
        if (!nextEntry()) {
            return false;
        }
        if (!isFirst && !ascends(nibblesBefore)) {
            throw corrupt("key does not ascend, entries left=" + entriesLeft);
        }
        System.arraycopy(source, restAt, key, shared, restBytes);
        if (shared < SegmentKey.PADDED_BYTES) {
            Arrays.fill(key, shared + restBytes, SegmentKey.PADDED_BYTES, (byte) 0);
        }
        key[SegmentKey.PADDED_BYTES] = (byte) nibbles;
        return true;
    }

    private boolean ascends(int nibblesBefore) {
        if (shared == SegmentKey.PADDED_BYTES) {
            return nibbles > nibblesBefore;
        }
        // The first byte that is not shared is greater, so the rest holds it.
        return restBytes > 0 && (source[restAt] & 0xFF) > (key[shared] & 0xFF);
    }

    /** Parses the next entry. */
    private boolean nextEntry() {
        if (entriesLeft == 0) {
            if (at != end) {
                throw corrupt("last entry ends at " + (at - base) + ", expected " + (end - base));
            }
            return false;
        }
        if (end - at < 3) {
            throw corrupt("entry at " + (at - base) + " does not fit below " + (end - base));
        }
        entriesLeft--;
        nibbles = source[at];
        shared = source[at + 1];
        boolean isFirst = at == base + PageLayout.FIRST_ENTRY_AT;
        if (nibbles < 0
                || nibbles > SegmentKey.LEAF_NIBBLES
                || shared < 0
                || shared > SegmentKey.PADDED_BYTES
                || (isFirst && shared != 0)) {
            throw corrupt(
                    "nibbles=" + nibbles + ", shared=" + shared + " at " + (at - base) + ", expected 0..64 and 0..40");
        }
        restAt = at + 2;
        restBytes = Math.max(0, PageLayout.keyBytes(nibbles) - shared);
        valueAt = readLength(restAt + restBytes);
        at = valueAt + valueBytes;
        if (at > end) {
            throw corrupt("value ends at " + (at - base) + ", expected at most " + (end - base));
        }
        return true;
    }

    /** Reads the value's length and returns where the value begins. */
    private int readLength(int lengthAt) {
        valueBytes = 0;
        for (int i = 0; i < LARGEST_VARINT_BYTES; i++) {
            if (lengthAt + i >= end) {
                break;
            }
            int b = source[lengthAt + i];
            valueBytes |= (b & 0x7F) << (7 * i);
            if (b >= 0) {
                return lengthAt + i + 1;
            }
        }
        throw corrupt("length at " + (lengthAt - base) + " does not end, expected at most 2 bytes");
    }

    /** Returns the current entry's key after {@link #next}. */
    public SegmentKey key() {
        try {
            return SegmentKey.decode(key, 0);
        } catch (IllegalArgumentException e) {
            throw corrupt(String.valueOf(e.getMessage()));
        }
    }

    /** Copies the current entry's encoded key, after {@link #next}. */
    public void copyKeyTo(byte[] target) {
        System.arraycopy(key, 0, target, 0, key.length);
    }

    /** Compares the current entry's key with an encoded one, after {@link #next}. */
    public int compareKeyTo(byte[] other) {
        return Arrays.compareUnsigned(key, other);
    }

    /** Tells whether the current entry is a tombstone. */
    public boolean isTombstone() {
        return valueBytes == 0;
    }

    /**
     * Returns a new array with the value of the current entry, which is no tombstone.
     *
     * @param codec how the section's values stand
     * @throws CorruptStoreException if the codec does not give such bytes
     */
    public byte[] value(ValueCodec codec) {
        byte[] value = codec.decode(source, valueAt, valueBytes);
        if (value == null) {
            throw corrupt("value at " + (valueAt - base) + " of " + valueBytes + " bytes cannot be decompressed");
        }
        return value;
    }

    private CorruptStoreException corrupt(String problem) {
        return new CorruptStoreException("segment file " + file + ": page " + number + ": " + problem);
    }
}
