package dev.espalier.trie.commit;

import static java.util.Objects.requireNonNull;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.RowReader;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.RowRequests;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a batch needs, level by level, and lays out the rows that come of it.
 *
 * <p>Groups of operations go down together. Where a branch stands, its row joins the next level's multi-get, so each
 * distinct row is asked for once. Where nothing or a leaf stands, new rows are laid out from the keys alone. Two kinds
 * of neighbour leaf are read too, in one multi-get at the end, because their refs will change though no operation names
 * them: a leaf that an insert lands on, and a leaf that deletes may leave as its row's only child.
 *
 * <p>With a {@link SubtreeSplitter} small groups are handed over instead of followed: what is left is the spine above
 * the subtree tasks. Confined to one thread.
 */
final class Unfolder {
    private final StateSource source;
    private final @Nullable SubtreeSplitter splitter;
    private final List<WorkRow> rows = new ArrayList<>();
    private final List<Group> landed = new ArrayList<>();
    private final List<WorkRow> lonely = new ArrayList<>();
    private List<Group> level = new ArrayList<>();

    Unfolder(StateSource source, @Nullable SubtreeSplitter splitter) {
        this.source = source;
        this.splitter = splitter;
    }

    /** Adds a trie's operations, from its root down. */
    void add(TrieUpdate trie) {
        if (trie.ops().length > 0) {
            descend(new Group(trie, 0, trie, 0, trie.standing(), trie.ops(), 0, trie.ops().length, false));
        }
    }

    /** Adds a group that was handed over. */
    void add(Group group) {
        follow(group);
    }

    /** Reads level by level until every group has arrived, then the neighbours. */
    void run() {
        while (!level.isEmpty()) {
            loadLevel();
        }
        loadNeighbours();
    }

    /** The rows in work, each before the rows below it. */
    List<WorkRow> rows() {
        return rows;
    }

    private void descend(Group group) {
        if (splitter == null || !splitter.takes(group)) {
            follow(group);
        }
    }

    private void follow(Group group) {
        if (group.placed()) {
            place(group);
            return;
        }
        switch (group.standing()) {
            case null -> placeOnNothing(group);
            case Standing.Leaf leaf -> placeOnLeaf(group, leaf);
            case BranchCell branch -> enter(group, branch);
        }
    }

    private void placeOnNothing(Group group) {
        for (int i = group.from(); i < group.to(); i++) {
            if (group.ops()[i].exists()) {
                throw new CorruptStoreException("trie " + group.trie().trieId() + ": leaf " + group.ops()[i].key()
                        + " is stored, but no row leads to it");
            }
        }
        place(group);
    }

    private void placeOnLeaf(Group group, Standing.Leaf leaf) {
        for (int i = group.from(); i < group.to(); i++) {
            LeafOp op = group.ops()[i];
            if (op.exists()) {
                placeOverLeaf(group, leaf, op);
                return;
            }
        }
        landed.add(group);
    }

    /** An operation names the leaf that stands here, which therefore needs no read; the others are inserts beside it. */
    private void placeOverLeaf(Group group, Standing.Leaf leaf, LeafOp standing) {
        int remaining = 0;
        LeafOp[] left = new LeafOp[group.size()];
        for (int i = group.from(); i < group.to(); i++) {
            LeafOp op = group.ops()[i];
            boolean named = leaf.key() == null ? op == standing : op.key().equals(leaf.key());
            if (op.exists() != named) {
                throw new CorruptStoreException("trie " + group.trie().trieId() + ": leaf " + op.key()
                        + (named ? " is named by a row, but not stored" : " is stored, but no row leads to it"));
            }
            if (!op.deletes()) {
                left[remaining++] = op;
            }
        }
        byte[] stored = standing.before();
        if (group.depth() == 0 && stored != null) {
            group.trie().checkOnlyLeaf(standing.key(), stored);
        }
        place(placed(group, left, remaining));
    }

    private static Group placed(Group group, LeafOp[] leaves, int count) {
        return new Group(group.owner(), group.child(), group.trie(), group.depth(), null, leaves, 0, count, true);
    }

    /** Lays out the leaves that are there afterwards: none, one, or a new row where the first and the last diverge. */
    private void place(Group group) {
        if (group.size() == 0) {
            group.owner().put(group.child(), null);
        } else if (group.size() == 1) {
            group.owner().put(group.child(), group.first());
        } else {
            int depth = group.first().key().commonNibbles(group.last().key());
            WorkRow row = newRow(
                    group, BranchPath.of(group.trie().trieId(), group.first().key(), depth), null);
            ChildGroups children = new ChildGroups(group, depth);
            while (children.next()) {
                row.touch(children.child());
                descend(new Group(
                        row,
                        children.child(),
                        group.trie(),
                        depth + 1,
                        null,
                        group.ops(),
                        children.from(),
                        children.to(),
                        true));
            }
        }
    }

    /** Goes on to the branch's row if every operation lies below it, else puts a new row where one diverges. */
    private void enter(Group group, BranchCell branch) {
        int common = Math.min(
                branch.path().commonNibbles(group.first().key()),
                branch.path().commonNibbles(group.last().key()));
        if (common == branch.path().depth()) {
            level.add(group);
            return;
        }
        BranchPath path = BranchPath.of(group.trie().trieId(), group.first().key(), common);
        WorkRow row = newRow(group, path, null);
        int towards = branch.path().nibble(common);
        row.touch(towards);
        row.put(towards, branch);
        ChildGroups children = new ChildGroups(group, common);
        while (children.next()) {
            int child = children.child();
            row.touch(child);
            descend(new Group(
                    row,
                    child,
                    group.trie(),
                    common + 1,
                    child == towards ? branch : null,
                    group.ops(),
                    children.from(),
                    children.to(),
                    false));
        }
    }

    private WorkRow newRow(Group group, BranchPath path, @Nullable BranchRow before) {
        WorkRow row = new WorkRow(group.owner(), group.child(), group.trie(), path, before);
        rows.add(row);
        return row;
    }

    private void loadLevel() {
        List<Group> arrived = level;
        level = new ArrayList<>();
        arrived.sort((one, other) -> target(one).path().compareTo(target(other).path()));
        RowRequests requests = new RowRequests();
        for (Group group : arrived) {
            requests.add(target(group).path(), target(group).ref());
        }
        source.loadRows(requests);
        for (int i = 0; i < arrived.size(); i++) {
            BranchRow row = requests.row(i);
            if (row == null) {
                throw new CorruptStoreException("row " + requests.path(i) + " is named by its parent as "
                        + requests.ref(i) + ", but no layer has it");
            }
            expand(arrived.get(i), newRow(arrived.get(i), requests.path(i), row), row);
        }
    }

    private static BranchCell target(Group group) {
        if (group.standing() instanceof BranchCell branch) {
            return branch;
        }
        throw new IllegalStateException("no branch stands at " + group);
    }

    private void expand(Group group, WorkRow row, BranchRow before) {
        int depth = row.path().depth();
        int staying = before.present();
        ChildGroups children = new ChildGroups(group, depth);
        while (children.next()) {
            int child = children.child();
            row.touch(child);
            if (!children.leavesSomething()) {
                staying &= ~(1 << child);
            }
            descend(new Group(
                    row,
                    child,
                    group.trie(),
                    depth + 1,
                    standing(row.path(), before, child),
                    group.ops(),
                    children.from(),
                    children.to(),
                    false));
            if (children.leavesSomething()) {
                staying |= 1 << child;
            }
        }
        boolean leavesOneLeaf = Integer.bitCount(staying) == 1 && (staying & (row.touched() | before.branches())) == 0;
        if (leavesOneLeaf) {
            lonely.add(row);
        }
    }

    private static @Nullable Standing standing(BranchPath path, BranchRow before, int child) {
        if (!RowReader.bit(before.present(), child)) {
            return null;
        }
        if (RowReader.bit(before.branches(), child)) {
            return new BranchCell(before.branchBelow(path, child), before.refBelow(child));
        }
        return new Standing.Leaf(leafKey(path, before, child), before.ref(child));
    }

    private static @Nullable Hash32 leafKey(BranchPath path, BranchRow before, int child) {
        if (RowReader.bit(before.rests(), child)) {
            return before.leafKey(path, child);
        }
        return path.depth() == BranchPath.MAX_NIBBLES ? RowReader.childPrefix(path, child) : null;
    }

    private void loadNeighbours() {
        if (landed.isEmpty() && lonely.isEmpty()) {
            return;
        }
        List<Neighbour> neighbours = new ArrayList<>(landed.size() + lonely.size());
        for (Group group : landed) {
            neighbours.add(new Neighbour(group.trie().trieId(), landedKey(group), group, null));
        }
        for (WorkRow row : lonely) {
            neighbours.add(new Neighbour(row.trie().trieId(), lonelyKey(row), null, row));
        }
        neighbours.sort(null);
        LeafRequests requests = new LeafRequests();
        neighbours.forEach(neighbour -> requests.add(neighbour.trieId(), neighbour.key()));
        source.loadLeaves(requests);
        for (int i = 0; i < neighbours.size(); i++) {
            Neighbour neighbour = neighbours.get(i);
            byte[] stored = requests.stored(i);
            if (stored == null) {
                throw new CorruptStoreException("trie " + neighbour.trieId() + ": leaf " + neighbour.key()
                        + " is named by a row, but not stored");
            }
            arrive(neighbour, LeafOp.carried(neighbour.key(), stored));
        }
    }

    private Hash32 landedKey(Group group) {
        if (!(group.standing() instanceof Standing.Leaf leaf)) {
            throw new IllegalStateException("no leaf stands at " + group);
        }
        if (leaf.key() != null) {
            return leaf.key();
        }
        Hash32 below = group.first().key();
        int depth = group.depth() - 1;
        return source.keyOfLeaf(
                BranchPath.of(group.trie().trieId(), below, depth), below.nibble(depth), requireNonNull(leaf.ref()));
    }

    private Hash32 lonelyKey(WorkRow row) {
        BranchRow before = row.before();
        if (before == null) {
            throw new IllegalStateException("row " + row.path() + " is new, so it has no leaf to read");
        }
        int child = Integer.numberOfTrailingZeros(before.present() & ~row.touched());
        Hash32 key = leafKey(row.path(), before, child);
        return key != null ? key : source.keyOfLeaf(row.path(), child, before.ref(child));
    }

    private void arrive(Neighbour neighbour, LeafOp leaf) {
        if (neighbour.lonely() != null) {
            neighbour.lonely().keepSurvivor(leaf);
        }
        Group group = neighbour.landed();
        if (group != null) {
            if (group.depth() == 0) {
                group.trie().checkOnlyLeaf(leaf.key(), leaf.stored());
            }
            LeafOp[] all = new LeafOp[group.size() + 1];
            int at = group.from();
            int count = 0;
            while (at < group.to() && group.ops()[at].key().compareTo(leaf.key()) < 0) {
                all[count++] = group.ops()[at++];
            }
            all[count++] = leaf;
            while (at < group.to()) {
                all[count++] = group.ops()[at++];
            }
            place(placed(group, all, count));
        }
    }

    /** A leaf to read although no operation names it, and the place that waits for it. */
    private record Neighbour(
            long trieId,
            Hash32 key,
            @Nullable Group landed,
            @Nullable WorkRow lonely) implements Comparable<Neighbour> {
        @Override
        public int compareTo(Neighbour other) {
            int order = Long.compareUnsigned(trieId, other.trieId);
            return order == 0 ? key.compareTo(other.key) : order;
        }
    }
}
