package dev.espalier.bench.report;

import dev.espalier.bench.inspect.FoundRow;
import dev.espalier.bench.inspect.KeyPath;
import dev.espalier.bench.inspect.Subject;
import dev.espalier.store.StoreInspection;
import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.spi.StoreView;
import java.io.PrintWriter;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Prints what an inspection finds: a line a cell, so that a person can follow a key. */
public final class InspectionText {
    private static final int CHILDREN = 16;

    private final PrintWriter out;

    /** Prints to {@code out}. */
    public InspectionText(PrintWriter out) {
        this.out = out;
    }

    /** Prints which state is looked into. */
    public void printState(StoreInspection inspection) {
        StoreView view = inspection.view();
        out.println("state of block " + view.mark().block() + ", seq " + view.seq() + ", root "
                + view.mark().root());
    }

    /** Prints the rows on the way of a key, as far as the subject goes, and what stands at the end. */
    public void printPath(Subject subject, KeyPath path) {
        out.println();
        out.println(subject.name() + ": key " + beginning(path.key(), subject.nibbles()) + ", in trie "
                + Long.toUnsignedString(path.trieId()));
        out.println("  root cell: " + text(path.root()));
        BranchPath last = null;
        for (FoundRow found : path.rows()) {
            if (found.path().depth() <= subject.nibbles()) {
                last = found.path();
                printRow(found, last.depth() < subject.nibbles());
            }
        }
        if (subject.isWhole()) {
            out.println("  " + ending(path));
        } else if (last == null || last.depth() < subject.nibbles()) {
            out.println("  no row stands at " + beginning(path.key(), subject.nibbles()) + ", it would lie below "
                    + (last == null ? "the root cell" : "row " + last));
        }
    }

    /** Prints an account. */
    public void printAccount(AccountRecord record) {
        out.println("  nonce " + Long.toUnsignedString(record.account().nonce()) + ", balance "
                + record.account().balance() + ", code hash " + record.account().codeHash());
        out.println(
                "  storage id " + Long.toUnsignedString(record.storageId()) + ", storage root " + record.storageRoot());
        out.println("  storage root cell: " + text(record.storageCell()));
    }

    /** Prints a leaf's stored bytes, if there are any. */
    public void printValue(byte @Nullable [] stored) {
        if (stored != null) {
            out.println("  value 0x" + HexFormat.of().formatHex(stored));
        }
    }

    private void printRow(FoundRow found, boolean leadsOn) {
        BranchRow row = found.row();
        out.println("  row " + found.path() + ": depth " + row.depth() + ", "
                + Integer.bitCount(row.present()) + " children, " + row.encodedLength() + " bytes, in "
                + found.place());
        for (int child = 0; child < CHILDREN; child++) {
            boolean onTheWay = leadsOn && child == found.child();
            if (RowReader.bit(row.present(), child)) {
                out.println((onTheWay ? "   > " : "     ") + Integer.toHexString(child) + " "
                        + cell(found.path(), row, child));
            } else if (onTheWay) {
                out.println("   > " + Integer.toHexString(child) + " nothing");
            }
        }
    }

    /** Returns a cell in words. */
    static String cell(BranchPath path, BranchRow row, int child) {
        String ref = String.valueOf(row.ref(child));
        int depth = path.depth() + 1;
        if (RowReader.bit(row.extensions(), child)) {
            BranchPath below = row.branchBelow(path, child);
            return "extension " + ref + ", nibbles " + nibbles(below.paddedKey(), depth, below.depth()) + ", to branch "
                    + row.refBelow(child);
        }
        if (RowReader.bit(row.branches(), child)) {
            return "branch    " + ref;
        }
        String rest = RowReader.bit(row.rests(), child)
                ? nibbles(row.leafKey(path, child), depth, Hash32.NIBBLES)
                : "not stored";
        return "leaf      " + ref + ", rest " + rest;
    }

    private static String ending(KeyPath path) {
        int depth = path.end().depth();
        return switch (path.end().ending()) {
            case LEAF -> "leaf at " + depth + " nibbles, in " + path.place();
            case OTHER_LEAF ->
                "absent: at " + depth + " nibbles stands the leaf " + path.end().leaf();
            case EXTENSION ->
                "absent: the key leaves the extension to branch " + path.end().below();
            case NOTHING -> "absent: nothing stands at " + depth + " nibbles";
        };
    }

    /** Returns a root cell in words. */
    static String text(RootCell cell) {
        return switch (cell) {
            case RootCell.Empty _ -> "empty";
            case RootCell.Leaf leaf -> "leaf " + leaf.key();
            case RootCell.Branch branch -> "branch " + branch.path() + " " + branch.ref();
        };
    }

    private static String beginning(Hash32 key, int nibbles) {
        return nibbles == 0 ? "~" : nibbles(key, 0, nibbles);
    }

    private static String nibbles(Hash32 key, int from, int to) {
        return key.toString().substring(2 + from, 2 + to);
    }
}
