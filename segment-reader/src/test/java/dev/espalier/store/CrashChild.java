package dev.espalier.store;

import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.spi.RowCache;
import java.nio.file.Path;

/** The process that is killed: opens a store, takes actions on it and says before and after each which it is. */
final class CrashChild {
    static final int HALTED = 86;
    static final String BEGUN = "begun ";
    static final String DONE = "done ";

    private CrashChild() {}

    /**
     * Runs.
     *
     * @param args directory, seed, actions taken before, actions to take, point or {@code NONE}, times to pass it
     */
    public static void main(String[] args) {
        CrashModel model = new CrashModel(Long.parseLong(args[1]));
        int from = Integer.parseInt(args[2]);
        while (model.actions() < from) {
            model.advance();
        }
        CrashPoint point = args[4].equals("NONE") ? null : CrashPoint.valueOf(args[4]);
        CrashPoint.Trap trap = new CrashPoint.Trap(point, Integer.parseInt(args[5]));
        LayeredStore store = LayeredStore.open(Path.of(args[0]), CrashModel.options(), RowCache.none(), trap);
        CommitmentTrie trie = CommitmentTrie.over(trap.around(store));
        StateCheck.check(store, trie, model.head(), model.state());
        int to = from + Integer.parseInt(args[3]);
        while (model.actions() < to) {
            System.out.println(BEGUN + model.actions());
            model.perform(store, trie);
            System.out.println(DONE + model.actions());
            model.advance();
        }
        store.close();
    }
}
