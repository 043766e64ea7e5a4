package dev.espalier.trie.commit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Folds one batch of tries at once: reads the storage tries and the account trie together, folds the storage tries, lets
 * the caller put their roots into the account records, then folds the account trie.
 *
 * <p>Above a number of keys, and with more than one thread, the tries are split by subtree: the spine is laid out
 * first, its subtrees are read and folded as tasks, and the spine is folded last. Rows and roots are the same.
 */
final class BatchFold {
    private final StateSource source;
    private final TaskRunner runner;
    private final int splitAbove;
    private final FoldCounters counters;

    BatchFold(StateSource source, TaskRunner runner, int splitAbove, FoldCounters counters) {
        this.source = source;
        this.runner = runner;
        this.splitAbove = splitAbove;
        this.counters = counters;
    }

    /**
     * Folds the tries.
     *
     * @param accounts the account trie's part; null where a batch holds storage tries only
     * @param storageFolded runs when the storage tries are folded and the account trie is not
     * @return the rows worked on, in no particular order
     */
    List<WorkRow> run(List<TrieUpdate> storage, @Nullable TrieUpdate accounts, Runnable storageFolded) {
        int keys = accounts == null ? 0 : accounts.ops().length;
        for (TrieUpdate trie : storage) {
            keys += trie.ops().length;
        }
        boolean split = runner.parallelism() > 1 && keys > splitAbove;
        counters.partitions.increment();
        return split ? runSplit(storage, accounts, storageFolded) : runWhole(storage, accounts, storageFolded);
    }

    private List<WorkRow> runWhole(List<TrieUpdate> storage, @Nullable TrieUpdate accounts, Runnable storageFolded) {
        Unfolder unfolder = new Unfolder(source, null);
        storage.forEach(unfolder::add);
        if (accounts != null) {
            unfolder.add(accounts);
        }
        unfold(unfolder);
        Folder folder = new Folder(counters);
        folder.fold(rowsOf(unfolder, accounts, false));
        storageFolded.run();
        folder.fold(rowsOf(unfolder, accounts, true));
        return unfolder.rows();
    }

    private void unfold(Unfolder unfolder) {
        long start = System.nanoTime();
        unfolder.run();
        counters.unfoldNanos.add(System.nanoTime() - start);
    }

    private static List<WorkRow> rowsOf(Unfolder unfolder, @Nullable TrieUpdate accounts, boolean ofAccounts) {
        List<WorkRow> rows = new ArrayList<>();
        for (WorkRow row : unfolder.rows()) {
            if ((row.trie() == accounts) == ofAccounts) {
                rows.add(row);
            }
        }
        return rows;
    }

    private List<WorkRow> runSplit(List<TrieUpdate> storage, @Nullable TrieUpdate accounts, Runnable storageFolded) {
        Spine storageSpine = new Spine(storage);
        Spine accountSpine = new Spine(accounts == null ? List.of() : List.of(accounts));
        List<Runnable> reading = new ArrayList<>();
        storageSpine.tasks.forEach(task -> reading.add(() -> {
            task.unfold();
            task.fold();
        }));
        accountSpine.tasks.forEach(task -> reading.add(task::unfold));
        runner.run(reading);
        storageSpine.fold();
        storageFolded.run();
        List<Runnable> folding = new ArrayList<>();
        accountSpine.tasks.forEach(task -> folding.add(task::fold));
        runner.run(folding);
        accountSpine.fold();
        List<WorkRow> rows = new ArrayList<>();
        storageSpine.collect(rows);
        accountSpine.collect(rows);
        counters.subtreeTasks.add(reading.size());
        return rows;
    }

    /** The rows above the subtree tasks, and the tasks. */
    private final class Spine {
        private final Unfolder unfolder;
        private final List<SubtreeTask> tasks = new ArrayList<>();

        Spine(List<TrieUpdate> tries) {
            SubtreeSplitter splitter = new SubtreeSplitter(splitAbove);
            unfolder = new Unfolder(source, splitter);
            tries.forEach(unfolder::add);
            BatchFold.this.unfold(unfolder);
            splitter.tasks().forEach(groups -> tasks.add(new SubtreeTask(groups)));
        }

        void fold() {
            new Folder(counters).fold(unfolder.rows());
        }

        void collect(List<WorkRow> rows) {
            rows.addAll(unfolder.rows());
            tasks.forEach(task -> rows.addAll(task.unfolder.rows()));
        }
    }

    /** Subtrees that one thread reads and folds; results go into the spine's rows, each task to children of its own. */
    private final class SubtreeTask {
        private final List<Group> groups;
        private final Unfolder unfolder = new Unfolder(source, null);

        SubtreeTask(List<Group> groups) {
            this.groups = groups;
        }

        void unfold() {
            groups.forEach(unfolder::add);
            BatchFold.this.unfold(unfolder);
        }

        void fold() {
            new Folder(counters).fold(unfolder.rows());
        }
    }
}
