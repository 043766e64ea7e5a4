package dev.espalier.trie.codec;

import static dev.espalier.trie.codec.RowLayout.CHILDREN;
import static dev.espalier.trie.codec.RowLayout.HEADER_BYTES;
import static dev.espalier.trie.codec.RowLayout.REF_BYTES;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptRowException;
import dev.espalier.trie.Hash32;

/** Decodes encoded branch rows: the only parser of the layout that {@code docs/formats.md} gives. */
public final class RowCodec {
    private RowCodec() {}

    /**
     * Decodes an encoded row into {@code into}, replacing its previous content.
     *
     * <p>Reads exactly one row; trailing bytes are an error. O(encoded length), allocates nothing. On an error
     * {@code into} keeps its previous content.
     *
     * @param path the row's path, whose length the row repeats
     * @param encoded the row's bytes; kept by reference, so they must not change afterwards
     * @throws CorruptRowException naming path and field, if a version, depth, mask, length, padding or embedded node is
     *     impossible
     */
    public static void decodeBranchInto(BranchPath path, byte[] encoded, RowView into) {
        validate(path, encoded);
        into.look(encoded);
    }

    /**
     * Decodes an encoded row into one that owns its bytes.
     *
     * @param encoded the row's bytes; owned by the row from here on, so the caller must not keep them
     * @throws CorruptRowException as {@link #decodeBranchInto}
     */
    public static BranchRow decode(BranchPath path, byte[] encoded) {
        validate(path, encoded);
        return new BranchRow(encoded);
    }

    private static void validate(BranchPath path, byte[] row) {
        if (row.length < HEADER_BYTES) {
            throw new CorruptRowException(
                    path, "length", "bytes=" + row.length + ", expected at least " + HEADER_BYTES);
        }
        checkHeader(path, row);
        checkMasks(path, row);
        checkLength(path, row);
        checkRefs(path, row);
        checkRests(path, row);
        checkExtensions(path, row);
    }

    private static void checkHeader(BranchPath path, byte[] row) {
        int version = row[RowLayout.VERSION_AT] & 0xFF;
        if (version != RowLayout.VERSION) {
            throw new CorruptRowException(path, "version", "version=" + version + ", expected " + RowLayout.VERSION);
        }
        if (row[RowLayout.DEPTH_AT] != path.depth()) {
            throw new CorruptRowException(
                    path, "depth", "depth=" + (row[RowLayout.DEPTH_AT] & 0xFF) + ", expected " + path.depth());
        }
        for (int at = RowLayout.ZERO_AT; at < HEADER_BYTES; at++) {
            requireZero(path, "zero", row, at, at + 1);
        }
    }

    private static void checkMasks(BranchPath path, byte[] row) {
        int present = RowLayout.mask(row, RowLayout.PRESENT_AT);
        int branch = RowLayout.mask(row, RowLayout.BRANCH_AT);
        int ext = RowLayout.mask(row, RowLayout.EXT_AT);
        if (Integer.bitCount(present) < 2) {
            throw new CorruptRowException(
                    path, "present", "children=" + Integer.bitCount(present) + ", expected at least 2");
        }
        requireSubset(path, "branch", branch, "present", present);
        requireSubset(path, "ext", ext, "branch", branch);
        requireSubset(path, "embedded", RowLayout.mask(row, RowLayout.EMBEDDED_AT), "present", present);
        requireSubset(path, "rest", RowLayout.mask(row, RowLayout.REST_AT), "leaves", present & ~branch);
        if (branch != 0 && path.depth() == BranchPath.MAX_NIBBLES) {
            throw new CorruptRowException(path, "branch", mask(branch) + " below nibble 63, expected none");
        }
        int extBytes = row[RowLayout.EXT_BYTES_AT] & 0xFF;
        if ((extBytes == 0) != (ext == 0) || extBytes > RowLayout.MAX_EXT_BYTES) {
            throw new CorruptRowException(
                    path,
                    "extBytes",
                    "extBytes=" + extBytes + " with ext=" + mask(ext) + ", expected "
                            + (ext == 0 ? "0" : "1.." + RowLayout.MAX_EXT_BYTES));
        }
    }

    private static void checkLength(BranchPath path, byte[] row) {
        int expected = RowLayout.totalBytes(
                path.depth(),
                RowLayout.mask(row, RowLayout.PRESENT_AT),
                RowLayout.mask(row, RowLayout.REST_AT),
                RowLayout.mask(row, RowLayout.EXT_AT),
                row[RowLayout.EXT_BYTES_AT]);
        if (row.length != expected) {
            throw new CorruptRowException(path, "length", "bytes=" + row.length + ", expected " + expected);
        }
    }

    private static void checkRefs(BranchPath path, byte[] row) {
        int embedded = RowLayout.mask(row, RowLayout.EMBEDDED_AT);
        int branch = RowLayout.mask(row, RowLayout.BRANCH_AT);
        int ext = RowLayout.mask(row, RowLayout.EXT_AT);
        for (int left = embedded; left != 0; left &= left - 1) {
            int child = Integer.numberOfTrailingZeros(left);
            boolean isBranch = RowReader.bit(branch, child) && !RowReader.bit(ext, child);
            checkEmbedded(path, "refs[" + child + "]", row, RowLayout.refAt(row, child), isBranch);
        }
    }

    /** Checks that a 32-byte field holds the RLP of one node and zeros behind it. */
    private static void checkEmbedded(BranchPath path, String field, byte[] row, int at, boolean isBranch) {
        int length = NodeRef.embeddedLength(row[at]);
        if (length >= REF_BYTES) {
            throw new CorruptRowException(
                    path, field, "first byte=" + (row[at] & 0xFF) + ", expected the RLP of a node under 32 bytes");
        }
        int items = countItems(row, at + 1, at + length);
        int expected = isBranch ? CHILDREN + 1 : 2;
        if (items != expected) {
            throw new CorruptRowException(
                    path, field, (items < 0 ? "RLP broken" : "RLP items=" + items) + ", expected " + expected);
        }
        requireZero(path, field + " padding", row, at + length, at + REF_BYTES);
    }

    /** Counts the RLP items in a payload of fewer than 32 bytes; -1 if one does not end where the payload does. */
    private static int countItems(byte[] row, int from, int to) {
        int items = 0;
        int at = from;
        while (at < to) {
            int header = row[at] & 0xFF;
            int base = header < 0x80 ? header : header < 0xC0 ? 0x80 : 0xC0;
            at += 1 + header - base;
            items++;
        }
        return at == to ? items : -1;
    }

    private static void checkRests(BranchPath path, byte[] row) {
        int bytes = RowLayout.restBytes(path.depth());
        if ((Hash32.NIBBLES - path.depth() - 1) % 2 == 0) {
            return;
        }
        for (int left = RowLayout.mask(row, RowLayout.REST_AT); left != 0; left &= left - 1) {
            int child = Integer.numberOfTrailingZeros(left);
            int last = RowLayout.restAt(row, child) + bytes - 1;
            if ((row[last] & 0x0F) != 0) {
                throw new CorruptRowException(
                        path, "rests[" + child + "] padding", "nibble=" + (row[last] & 0x0F) + ", expected 0");
            }
        }
    }

    private static void checkExtensions(BranchPath path, byte[] row) {
        int extBytes = row[RowLayout.EXT_BYTES_AT];
        int longest = 0;
        for (int left = RowLayout.mask(row, RowLayout.EXT_AT); left != 0; left &= left - 1) {
            int child = Integer.numberOfTrailingZeros(left);
            String field = "exts[" + child + "]";
            int at = RowLayout.extAt(row, child);
            int count = row[at] & RowLayout.EXT_COUNT;
            int room = BranchPath.MAX_NIBBLES - path.depth() - 1;
            if (count < 1 || count > room || count > 2 * extBytes) {
                throw new CorruptRowException(
                        path, field + " count", "nibbles=" + count + ", expected 1.." + Math.min(room, 2 * extBytes));
            }
            longest = Math.max(longest, (count + 1) / 2);
            if (count % 2 != 0 && (row[at + 1 + count / 2] & 0x0F) != 0) {
                throw new CorruptRowException(path, field + " padding", "odd count with a nibble behind the last");
            }
            requireZero(path, field + " padding", row, at + 1 + (count + 1) / 2, at + 1 + extBytes);
            if ((row[at] & RowLayout.EXT_EMBEDDED) != 0) {
                checkEmbedded(path, field + " ref", row, at + 1 + extBytes, true);
            }
        }
        if (longest != extBytes) {
            throw new CorruptRowException(path, "extBytes", "extBytes=" + extBytes + ", expected " + longest);
        }
    }

    private static void requireSubset(BranchPath path, String name, int mask, String ofName, int of) {
        if ((mask & ~of) != 0) {
            throw new CorruptRowException(path, name, mask(mask) + ", expected a subset of " + ofName + "=" + mask(of));
        }
    }

    private static void requireZero(BranchPath path, String field, byte[] row, int from, int to) {
        for (int at = from; at < to; at++) {
            if (row[at] != 0) {
                throw new CorruptRowException(path, field, "byte " + at + "=" + (row[at] & 0xFF) + ", expected 0");
            }
        }
    }

    private static String mask(int mask) {
        return "0x" + Integer.toHexString(mask);
    }
}
