package dev.espalier.trie.commit;

/** Walks the runs of a group's operations that share the nibble at one depth: one run for each child touched. */
final class ChildGroups {
    private final LeafOp[] ops;
    private final int depth;
    private final int end;
    private int from;
    private int to;
    private int child;
    private boolean leavesSomething;

    ChildGroups(Group group, int depth) {
        this.ops = group.ops();
        this.depth = depth;
        this.from = group.from();
        this.to = group.from();
        this.end = group.to();
    }

    boolean next() {
        from = to;
        if (from == end) {
            return false;
        }
        child = ops[from].key().nibble(depth);
        leavesSomething = false;
        while (to < end && ops[to].key().nibble(depth) == child) {
            leavesSomething |= !ops[to].deletes();
            to++;
        }
        return true;
    }

    int child() {
        return child;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Whether an insert or update is among the operations, so that the child is there afterwards for sure. */
    boolean leavesSomething() {
        return leavesSomething;
    }
}
