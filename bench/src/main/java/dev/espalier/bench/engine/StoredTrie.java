package dev.espalier.bench.engine;

import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.trie.commit.CommitmentTrie;
import java.nio.file.Path;
import java.util.function.Function;

/** A state in a store on disk. */
final class StoredTrie implements EngineTrie {
    private final Path directory;
    private final StoreOptions options;
    private final StoreSchedule schedule;
    private final Function<LayeredStore, CommitmentTrie> over;
    private LayeredStore store;
    private CommitmentTrie trie;
    private boolean kept;
    private boolean closed;

    /**
     * Opens a store, made if there is none.
     *
     * @param over makes the trie
     * @param kept whether the store stays when this is closed
     */
    StoredTrie(
            Path directory,
            StoreOptions options,
            StoreSchedule schedule,
            Function<LayeredStore, CommitmentTrie> over,
            boolean kept) {
        this.directory = directory;
        this.options = options;
        this.schedule = schedule;
        this.over = over;
        this.kept = kept;
        store = LayeredStore.open(directory, options);
        trie = over.apply(store);
    }

    @Override
    public CommitmentTrie trie() {
        return trie;
    }

    /** Reopens before it flushes, so that a reopening finds records to replay. */
    @Override
    public void changed() {
        schedule.changed();
        if (schedule.reopeningIsDue()) {
            closeStore();
            store = LayeredStore.open(directory, options);
            trie = over.apply(store);
            schedule.add(StoreWork.REOPENING);
        }
        boolean freeze = schedule.freezeIsDue();
        boolean merge = schedule.mergeIsDue();
        if (freeze || merge || schedule.flushIsDue()) {
            store.flush();
        }
        if (freeze) {
            store.freeze();
        }
        if (merge) {
            store.merge();
        }
    }

    @Override
    public void settle() {
        store.flush();
        store.merge();
    }

    @Override
    public StoreWork work() {
        return StoreWork.of(store.stats());
    }

    private void closeStore() {
        schedule.add(StoreWork.of(store.stats()));
        store.close();
    }

    @Override
    public Path keep() {
        kept = true;
        return directory;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        closeStore();
        if (!kept) {
            StoreFolders.remove(directory);
        }
    }
}
