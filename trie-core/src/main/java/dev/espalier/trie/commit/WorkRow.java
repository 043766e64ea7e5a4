package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.RowReader;
import org.jspecify.annotations.Nullable;

/**
 * A row in work: the row that stood there, if any, and what became of the children that a batch touches. Children that
 * are not touched are read from the row before. Confined to one task, but for the children that other tasks fill.
 */
final class WorkRow implements Cell.Owner {
    private static final int CHILDREN = 16;

    private final Cell.Owner owner;
    private final int ownerChild;
    private final TrieUpdate trie;
    private final BranchPath path;
    private final @Nullable BranchRow before;
    private final @Nullable Cell[] cells = new Cell[CHILDREN];
    private int touched;
    private @Nullable LeafOp survivor;
    private @Nullable RowChange change;

    WorkRow(Cell.Owner owner, int ownerChild, TrieUpdate trie, BranchPath path, @Nullable BranchRow before) {
        this.owner = owner;
        this.ownerChild = ownerChild;
        this.trie = trie;
        this.path = path;
        this.before = before;
    }

    TrieUpdate trie() {
        return trie;
    }

    BranchPath path() {
        return path;
    }

    @Nullable
    BranchRow before() {
        return before;
    }

    void freeze(BranchRow row) {
        change = RowChange.of(path, before, row);
    }

    /** What became of the row; gone if it was not frozen. */
    RowChange change() {
        return change == null ? new RowChange(path, before, null) : change;
    }

    /** Says that a child's cell will be put, before any task may put it. */
    void touch(int child) {
        touched |= 1 << child;
    }

    int touched() {
        return touched;
    }

    @Override
    public void put(int child, @Nullable Cell cell) {
        cells[child] = cell;
    }

    @Nullable
    Cell cell(int child) {
        return cells[child];
    }

    /** Keeps the leaf child that the batch does not touch but may leave alone. */
    void keepSurvivor(LeafOp leaf) {
        survivor = leaf;
    }

    /** The mask of the children that are there afterwards. */
    int presentAfter() {
        int present = before == null ? 0 : before.present() & ~touched;
        for (int left = touched; left != 0; left &= left - 1) {
            int child = Integer.numberOfTrailingZeros(left);
            if (cells[child] != null) {
                present |= 1 << child;
            }
        }
        return present;
    }

    /** The cell of the only child left, as it goes to the parent in this row's place. */
    Cell onlyChild(int child) {
        Cell cell = cells[child];
        if (cell != null) {
            return cell;
        }
        if (before == null) {
            throw new IllegalStateException("row " + path + ": child " + child + " without a cell");
        }
        if (RowReader.bit(before.branches(), child)) {
            return new BranchCell(before.branchBelow(path, child), before.refBelow(child));
        }
        if (survivor == null) {
            throw new IllegalStateException("row " + path + ": leaf child " + child + " left alone but not read");
        }
        return survivor;
    }

    /** Gives the parent what has become of this row. */
    void report(@Nullable Cell cell) {
        owner.put(ownerChild, cell);
    }
}
