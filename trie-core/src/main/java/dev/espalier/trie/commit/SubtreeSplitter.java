package dev.espalier.trie.commit;

import java.util.ArrayList;
import java.util.List;

/**
 * Gathers small groups into subtree tasks: a group goes to the task in the making until that holds as many keys as a
 * group may have, so one task is a large subtree or many small ones.
 */
final class SubtreeSplitter {
    private final int keysPerTask;
    private final List<List<Group>> tasks = new ArrayList<>();
    private List<Group> filling = new ArrayList<>();
    private int filled;

    /** @param splitAbove the keys above which a group is split further; 0 splits down to single keys */
    SubtreeSplitter(int splitAbove) {
        this.keysPerTask = Math.max(1, splitAbove);
    }

    boolean takes(Group group) {
        if (group.size() > keysPerTask) {
            return false;
        }
        if (filled + group.size() > keysPerTask) {
            close();
        }
        filling.add(group);
        filled += group.size();
        return true;
    }

    /** The tasks gathered so far, each a list of groups. */
    List<List<Group>> tasks() {
        close();
        return tasks;
    }

    private void close() {
        if (!filling.isEmpty()) {
            tasks.add(filling);
            filling = new ArrayList<>();
            filled = 0;
        }
    }
}
