package dev.espalier.segment;

import dev.espalier.segment.key.SegmentKey;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.codec.RowCodec;
import dev.espalier.trie.codec.RowReader;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the key rests out of rows, and checks that each could be found again: that exactly one leaf of the same state is
 * below each leaf child. Rows and leaves both come in order, so that the leaves are read once beside the rows and what is
 * kept is one row a level. Confined to one thread.
 */
final class ShortKeys {
    private final MergedEntries leaves;
    private final RowBuilder builder = new RowBuilder();
    /** The rows above the position, the deepest first. */
    private final ArrayDeque<OpenRow> open = new ArrayDeque<>();

    private @Nullable SegmentKey lastRow;
    private @Nullable SegmentKey lastAlone;

    /** A row whose leaf children are being found. */
    private static final class OpenRow {
        private final BranchPath path;
        private final BranchRow row;
        /** The leaf children without a leaf so far. */
        private int missing;

        private OpenRow(BranchPath path, BranchRow row) {
            this.path = path;
            this.row = row;
            missing = row.present() & ~row.branches();
        }
    }

    /** Takes the leaves of the state whose rows will come, standing before the first. */
    ShortKeys(MergedEntries leaves) {
        this.leaves = leaves;
        leaves.next();
    }

    /**
     * Returns a row's bytes without rests.
     *
     * @param key greater than the one before
     * @throws CorruptStoreException if the row is damaged, or a leaf child before it has not exactly one leaf
     */
    byte[] shorten(SegmentKey key, byte[] encoded) {
        passLeaves(key);
        BranchPath path = key.path();
        BranchRow row = RowCodec.decode(path, encoded);
        closeUnless(key.trieId(), key.key());
        open.push(new OpenRow(path, row));
        lastRow = key;
        if (row.rests() == 0) {
            return encoded;
        }
        builder.start(path.depth(), row);
        builder.omitRests();
        return builder.freeze().toBytes();
    }

    /**
     * Checks what is left when the last row has been given.
     *
     * @throws CorruptStoreException if a leaf child has not exactly one leaf
     */
    void finish() {
        passLeaves(null);
        while (!open.isEmpty()) {
            close(open.pop());
        }
    }

    private void passLeaves(@Nullable SegmentKey row) {
        SegmentKey leaf = leaves.key();
        while (leaf != null && (row == null || leaf.compareTo(row) < 0)) {
            take(leaf);
            leaves.next();
            leaf = leaves.key();
        }
    }

    private void take(SegmentKey leaf) {
        closeUnless(leaf.trieId(), leaf.key());
        OpenRow above = open.peek();
        if (above == null) {
            takeAlone(leaf);
            return;
        }
        int child = leaf.key().nibble(above.path.depth());
        if (!RowReader.bit(above.missing, child)) {
            throw new CorruptStoreException("row " + above.path + ", child " + Integer.toHexString(child) + ": leaf "
                    + leaf + " is below it, expected " + expected(above.row, child));
        }
        if (RowReader.bit(above.row.rests(), child)
                && !above.row.leafKey(above.path, child).equals(leaf.key())) {
            throw new CorruptStoreException("row " + above.path + ", child " + Integer.toHexString(child) + ": leaf "
                    + leaf + " is below it, expected " + above.row.leafKey(above.path, child));
        }
        above.missing &= ~(1 << child);
    }

    private static String expected(BranchRow row, int child) {
        if (!RowReader.bit(row.present(), child)) {
            return "nothing there";
        }
        return RowReader.bit(row.branches(), child) ? "a row that leads to it" : "one leaf";
    }

    /** A trie of a single leaf has no row. */
    private void takeAlone(SegmentKey leaf) {
        boolean other = (lastRow != null && lastRow.trieId() == leaf.trieId())
                || (lastAlone != null && lastAlone.trieId() == leaf.trieId());
        if (other) {
            throw new CorruptStoreException("leaf " + leaf + ": no row leads to it, expected one");
        }
        lastAlone = leaf;
    }

    private void closeUnless(long trieId, Hash32 key) {
        OpenRow above = open.peek();
        while (above != null && (above.path.trieId() != trieId || !above.path.isPrefixOf(key))) {
            close(open.pop());
            above = open.peek();
        }
    }

    private static void close(OpenRow row) {
        if (row.missing != 0) {
            int child = Integer.numberOfTrailingZeros(row.missing);
            throw new CorruptStoreException("row " + row.path + ", child " + Integer.toHexString(child)
                    + ": no leaf is below it, expected one");
        }
    }
}
