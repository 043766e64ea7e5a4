package dev.espalier.store;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowCodec;
import dev.espalier.trie.codec.RowReader;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through whole tries, beside what is stored of them: both are in the order of the keys, so that everything is read
 * once, in order. Each ref is computed from what it refers to and compared with what refers to it, so that a root is
 * right if all below it is. Confined to one thread.
 */
final class TrieWalk {
    private final LiveEntries rows;
    private final LiveEntries leaves;
    private final FaultList faults;
    private final NodeHasher hasher = new NodeHasher();
    private LeafValue kind = LeafValue.RAW;
    private BiConsumer<Hash32, byte[]> onLeaf = (_, _) -> {};

    private long rowCount;
    private long segmentRows;
    private long segmentLeaves;
    private long unchecked;

    TrieWalk(LiveEntries rows, LiveEntries leaves, FaultList faults) {
        this.rows = rows;
        this.leaves = leaves;
        this.faults = faults;
    }

    /** Returns the rows walked so far. */
    long rows() {
        return rowCount;
    }

    /** Returns how many rows of segments the tries show. */
    long segmentRows() {
        return segmentRows;
    }

    /** Returns how many leaves of segments the tries show. */
    long segmentLeaves() {
        return segmentLeaves;
    }

    /** Returns how many rows and leaves lie below a row that is missing or wrong. */
    long unchecked() {
        return unchecked;
    }

    /**
     * Goes through one trie.
     *
     * @param root what the cell's root must be
     * @param leafTaker takes each leaf's key and stored bytes
     */
    void walk(long trieId, RootCell cell, Hash32 root, LeafValue leafKind, BiConsumer<Hash32, byte[]> leafTaker) {
        kind = leafKind;
        onLeaf = leafTaker;
        rows.seek(SegmentKey.firstOf(trieId));
        leaves.seek(SegmentKey.firstOf(trieId));
        Hash32 found = switch (cell) {
            case RootCell.Empty _ -> NodeHasher.EMPTY_ROOT;
            case RootCell.Leaf leaf -> onlyLeaf(trieId, leaf.key());
            case RootCell.Branch branch -> {
                branch(branch.path(), branch.ref());
                yield hasher.root(hasher.towards(branch.path(), 0, branch.ref()));
            }
        };
        if (found != null && !found.equals(root)) {
            faults.add("trie " + Long.toUnsignedString(trieId), "its root is " + found + ", expected " + root);
        }
        passUnnamed(rows, trieId, null);
        passUnnamed(leaves, trieId, null);
    }

    private @Nullable Hash32 onlyLeaf(long trieId, Hash32 key) {
        NodeRef ref = leaf(trieId, key, 0);
        return ref == null ? null : hasher.root(ref);
    }

    private void branch(BranchPath path, NodeRef ref) {
        BranchRow row = row(path, ref);
        if (row == null) {
            passBelow(rows, path);
            passBelow(leaves, path);
            return;
        }
        for (int child = 0; child < 16; child++) {
            if (RowReader.bit(row.branches(), child)) {
                BranchPath below = row.branchBelow(path, child);
                NodeRef refBelow = row.refBelow(child);
                compare(path, row, child, hasher.towards(below, path.depth() + 1, refBelow), "extension");
                branch(below, refBelow);
            } else if (RowReader.bit(row.present(), child)) {
                leafOf(path, row, child);
            }
        }
    }

    /** Takes a row that its parent names; null if it is missing or another one. */
    private @Nullable BranchRow row(BranchPath path, NodeRef ref) {
        SegmentKey key = SegmentKey.ofRow(path);
        passUnnamed(rows, path.trieId(), key);
        if (!key.equals(rows.key())) {
            faults.add("store", "row " + path + ": missing, its parent holds " + ref);
            return null;
        }
        byte[] bytes = rows.value();
        String place = rows.place();
        segmentRows += rows.inSegment() ? 1 : 0;
        rowCount++;
        rows.advance();
        try {
            BranchRow row = RowCodec.decode(path, bytes);
            NodeRef found = hasher.branch(row);
            if (found.equals(ref)) {
                return row;
            }
            faults.add(place, "row " + path + ": hashes to " + found + ", its parent holds " + ref);
        } catch (CorruptStoreException e) {
            faults.add(place, String.valueOf(e.getMessage()));
        }
        return null;
    }

    private void leafOf(BranchPath path, BranchRow row, int child) {
        int depth = path.depth() + 1;
        Hash32 key = RowReader.bit(row.rests(), child)
                ? row.leafKey(path, child)
                : firstBelow(path.trieId(), RowReader.childPrefix(path, child), depth);
        NodeRef ref = leaf(path.trieId(), key, depth);
        if (ref != null) {
            compare(path, row, child, ref, "leaf");
        }
    }

    /** A child whose rest is omitted is the only leaf below its prefix; a second one shows as a leaf that none names. */
    private Hash32 firstBelow(long trieId, Hash32 prefix, int nibbles) {
        passUnnamed(leaves, trieId, SegmentKey.ofLeaf(trieId, prefix));
        SegmentKey at = leaves.key();
        if (at == null || at.trieId() != trieId || at.key().commonNibbles(prefix) < nibbles) {
            return prefix;
        }
        return at.key();
    }

    /** Takes a leaf that is named and returns its ref; null if it is missing or its bytes are impossible. */
    private @Nullable NodeRef leaf(long trieId, Hash32 key, int depth) {
        SegmentKey wanted = SegmentKey.ofLeaf(trieId, key);
        passUnnamed(leaves, trieId, wanted);
        if (!wanted.equals(leaves.key())) {
            faults.add("store", "leaf " + wanted + ": missing, a row names it");
            return null;
        }
        byte[] stored = leaves.value();
        String place = leaves.place();
        segmentLeaves += leaves.inSegment() ? 1 : 0;
        leaves.advance();
        try {
            NodeRef ref = hasher.leaf(key, depth, kind, stored);
            onLeaf.accept(key, stored);
            return ref;
        } catch (CorruptStoreException e) {
            faults.add(place, "leaf " + wanted + ": " + e.getMessage());
            return null;
        }
    }

    private void compare(BranchPath path, BranchRow row, int child, NodeRef found, String what) {
        NodeRef expected = row.ref(child);
        if (!found.equals(expected)) {
            faults.add(
                    "store",
                    "row " + path + ", child " + Integer.toHexString(child) + ": its " + what + " gives " + found
                            + ", the row holds " + expected);
        }
    }

    /** Goes past entries of a trie that stand before a key, or to its end: nothing names them. */
    private void passUnnamed(LiveEntries entries, long trieId, @Nullable SegmentKey before) {
        SegmentKey at = entries.key();
        while (at != null && at.trieId() == trieId && (before == null || at.compareTo(before) < 0)) {
            faults.add(entries.place(), (at.isLeaf() ? "leaf " : "row ") + at + ": is there, but nothing names it");
            entries.advance();
            at = entries.key();
        }
    }

    private void passBelow(LiveEntries entries, BranchPath path) {
        SegmentKey at = entries.key();
        while (at != null && at.trieId() == path.trieId() && path.isPrefixOf(at.key())) {
            unchecked++;
            entries.advance();
            at = entries.key();
        }
    }
}
