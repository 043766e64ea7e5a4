package dev.espalier.bench.engine;

import dev.espalier.store.LayeredStore;
import dev.espalier.store.StoreOptions;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.spi.RowCache;
import java.nio.file.Path;

/** A state in a store on disk. */
final class StoredTrie implements EngineTrie {
    private final Path directory;
    private final StoreOptions options;
    private final Engine engine;
    private final StoreSchedule schedule;
    private final RowCache cache;
    private LayeredStore store;
    private CommitmentTrie trie;
    private boolean kept;
    private boolean closed;

    /**
     * Opens a store, made if there is none.
     *
     * @param kept whether the store stays when this is closed
     */
    StoredTrie(Engine engine, Path directory, StoreOptions options, boolean kept) {
        this.engine = engine;
        this.directory = directory;
        this.options = options;
        this.kept = kept;
        schedule = engine.schedule();
        cache = engine.caches().create();
        store = LayeredStore.open(directory, options, cache);
        trie = engine.trieOver(store, options.leaves());
    }

    @Override
    public CommitmentTrie trie() {
        return trie;
    }

    @Override
    public BlockWarming warm(UncommittedBlock block) {
        return engine.warm(block, options.leaves());
    }

    /** Reopens before it flushes, so that a reopening finds records to replay. */
    @Override
    public void changed() {
        schedule.changed();
        if (schedule.reopeningIsDue()) {
            closeStore();
            store = LayeredStore.open(directory, options, cache);
            trie = engine.trieOver(store, options.leaves());
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
    public Path directory() {
        return directory;
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
        engine.caches().close(cache);
        if (!kept) {
            StoreFolders.remove(directory);
        }
    }
}
