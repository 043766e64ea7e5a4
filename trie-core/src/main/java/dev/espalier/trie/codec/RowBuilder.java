package dev.espalier.trie.codec;

import static dev.espalier.trie.codec.RowLayout.CHILDREN;
import static dev.espalier.trie.codec.RowLayout.REF_BYTES;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row being written: start from nothing or from the row before, set and clear children, {@link #freeze} into an
 * immutable row. Reused from row to row. Confined to one thread.
 */
public final class RowBuilder {
    private static final int SLOT_BYTES = 1 + RowLayout.MAX_EXT_BYTES + REF_BYTES;

    private final byte[] refs = new byte[CHILDREN * REF_BYTES];
    private final byte[] rests = new byte[CHILDREN * REF_BYTES];
    private final byte[] exts = new byte[CHILDREN * SLOT_BYTES];
    private final byte[] keyBytes = new byte[Hash32.BYTES];
    private int depth;
    private int present;
    private int branch;
    private int ext;
    private int embedded;
    private int rest;

    /** Creates one; call {@link #start} before anything else. */
    public RowBuilder() {}

    /**
     * Starts a row, forgetting the one in work.
     *
     * @param depth the row's depth, 0 to 63
     * @param before the row to start from, or null for one without children
     * @throws IllegalArgumentException if the depth is out of range or not that of the row before
     */
    public void start(int depth, @Nullable BranchRow before) {
        if (depth < 0 || depth > BranchPath.MAX_NIBBLES) {
            throw new IllegalArgumentException("row: depth=" + depth + ", expected 0.." + BranchPath.MAX_NIBBLES);
        }
        this.depth = depth;
        present = 0;
        branch = 0;
        ext = 0;
        embedded = 0;
        rest = 0;
        if (before != null) {
            copy(before.bytes());
        }
    }

    private void copy(byte[] row) {
        if (row[RowLayout.DEPTH_AT] != depth) {
            throw new IllegalArgumentException("row before: depth=" + row[RowLayout.DEPTH_AT] + ", expected " + depth);
        }
        present = RowLayout.mask(row, RowLayout.PRESENT_AT);
        branch = RowLayout.mask(row, RowLayout.BRANCH_AT);
        ext = RowLayout.mask(row, RowLayout.EXT_AT);
        embedded = RowLayout.mask(row, RowLayout.EMBEDDED_AT);
        rest = RowLayout.mask(row, RowLayout.REST_AT);
        int at = RowLayout.HEADER_BYTES;
        for (int left = present; left != 0; left &= left - 1) {
            System.arraycopy(row, at, refs, Integer.numberOfTrailingZeros(left) * REF_BYTES, REF_BYTES);
            at += REF_BYTES;
        }
        int restBytes = RowLayout.restBytes(depth);
        for (int left = rest; left != 0; left &= left - 1) {
            System.arraycopy(row, at, rests, Integer.numberOfTrailingZeros(left) * REF_BYTES, restBytes);
            at += restBytes;
        }
        copyExtensions(row, at);
    }

    /** Extensions are kept at full width, since the longest may go and the width shrink. */
    private void copyExtensions(byte[] row, int from) {
        int extBytes = row[RowLayout.EXT_BYTES_AT];
        int at = from;
        for (int left = ext; left != 0; left &= left - 1) {
            int slot = Integer.numberOfTrailingZeros(left) * SLOT_BYTES;
            System.arraycopy(row, at, exts, slot, 1 + extBytes);
            Arrays.fill(exts, slot + 1 + extBytes, slot + 1 + RowLayout.MAX_EXT_BYTES, (byte) 0);
            System.arraycopy(row, at + 1 + extBytes, exts, slot + 1 + RowLayout.MAX_EXT_BYTES, REF_BYTES);
            at += RowLayout.extEntryBytes(extBytes);
        }
    }

    /** Removes a child, if it is there. */
    public void clear(int child) {
        int kept = ~(1 << child);
        present &= kept;
        branch &= kept;
        ext &= kept;
        embedded &= kept;
        rest &= kept;
    }

    /** Sets a child to a leaf with its key rest. */
    public void setLeaf(int child, NodeRef ref, Hash32 key) {
        setRef(child, ref);
        rest |= 1 << child;
        key.copyTo(keyBytes, 0);
        Nibbles.pack(keyBytes, depth + 1, Hash32.NIBBLES, rests, child * REF_BYTES);
    }

    /** Sets a child to a branch that stands just below. */
    public void setBranch(int child, NodeRef ref) {
        if (depth == BranchPath.MAX_NIBBLES) {
            throw new IllegalArgumentException("row: a branch below depth=" + depth + ", expected a leaf");
        }
        setRef(child, ref);
        branch |= 1 << child;
    }

    /**
     * Sets a child to a branch with an extension between.
     *
     * @param ref the extension node's ref
     * @param below the path of the branch below the extension, of which the nibbles behind the child's are stored
     * @param refBelow the ref of the branch below the extension
     */
    public void setExtension(int child, NodeRef ref, BranchPath below, NodeRef refBelow) {
        if (below.depth() <= depth + 1) {
            throw new IllegalArgumentException("row: extension to depth=" + below.depth() + " from below depth=" + depth
                    + ", expected a nibble between");
        }
        setBranch(child, ref);
        ext |= 1 << child;
        int slot = child * SLOT_BYTES;
        int count = below.depth() - depth - 1;
        exts[slot] = (byte) (refBelow.isEmbedded() ? count | RowLayout.EXT_EMBEDDED : count);
        below.paddedKey().copyTo(keyBytes, 0);
        Arrays.fill(exts, slot + 1, slot + SLOT_BYTES, (byte) 0);
        Nibbles.pack(keyBytes, depth + 1, below.depth(), exts, slot + 1);
        refBelow.copyTo(exts, slot + 1 + RowLayout.MAX_EXT_BYTES);
    }

    private void setRef(int child, NodeRef ref) {
        clear(child);
        present |= 1 << child;
        int at = child * REF_BYTES;
        ref.copyTo(refs, at);
        if (ref.isEmbedded()) {
            embedded |= 1 << child;
            Arrays.fill(refs, at + ref.length(), at + REF_BYTES, (byte) 0);
        }
    }

    /**
     * Drops the stored key rest of every leaf child: the form of the base segment, where a leaf's key is found by its
     * prefix.
     */
    public void omitRests() {
        rest = 0;
    }

    /**
     * Returns the row with the children set so far.
     *
     * @throws IllegalStateException if there are fewer than two
     */
    public BranchRow freeze() {
        if (Integer.bitCount(present) < 2) {
            throw new IllegalStateException("row: children=" + Integer.bitCount(present) + ", expected at least 2");
        }
        int extBytes = longestExtension();
        byte[] row = new byte[RowLayout.totalBytes(depth, present, rest, ext, extBytes)];
        row[RowLayout.VERSION_AT] = RowLayout.VERSION;
        row[RowLayout.DEPTH_AT] = (byte) depth;
        RowLayout.putMask(row, RowLayout.PRESENT_AT, present);
        RowLayout.putMask(row, RowLayout.BRANCH_AT, branch);
        RowLayout.putMask(row, RowLayout.EXT_AT, ext);
        RowLayout.putMask(row, RowLayout.EMBEDDED_AT, embedded);
        RowLayout.putMask(row, RowLayout.REST_AT, rest);
        row[RowLayout.EXT_BYTES_AT] = (byte) extBytes;
        writeSections(row, extBytes);
        return new BranchRow(row);
    }

    private void writeSections(byte[] row, int extBytes) {
        int at = RowLayout.HEADER_BYTES;
        for (int left = present; left != 0; left &= left - 1) {
            System.arraycopy(refs, Integer.numberOfTrailingZeros(left) * REF_BYTES, row, at, REF_BYTES);
            at += REF_BYTES;
        }
        int restBytes = RowLayout.restBytes(depth);
        for (int left = rest; left != 0; left &= left - 1) {
            System.arraycopy(rests, Integer.numberOfTrailingZeros(left) * REF_BYTES, row, at, restBytes);
            at += restBytes;
        }
        for (int left = ext; left != 0; left &= left - 1) {
            int slot = Integer.numberOfTrailingZeros(left) * SLOT_BYTES;
            System.arraycopy(exts, slot, row, at, 1 + extBytes);
            System.arraycopy(exts, slot + 1 + RowLayout.MAX_EXT_BYTES, row, at + 1 + extBytes, REF_BYTES);
            at += RowLayout.extEntryBytes(extBytes);
        }
    }

    private int longestExtension() {
        int longest = 0;
        for (int left = ext; left != 0; left &= left - 1) {
            int count = exts[Integer.numberOfTrailingZeros(left) * SLOT_BYTES] & RowLayout.EXT_COUNT;
            longest = Math.max(longest, (count + 1) / 2);
        }
        return longest;
    }
}
