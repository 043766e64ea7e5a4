package dev.espalier.bench.engine;

import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.memory.MemoryStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Makes tries in memory that all run by the same settings and on the same threads. Close it to stop the threads. */
public final class Engine implements AutoCloseable {
    private static final int SPLIT_EVERY_BATCH = 0;

    private final EngineSettings settings;
    private final @Nullable ExecutorService workers;

    private Engine(EngineSettings settings, @Nullable ExecutorService workers) {
        this.settings = settings;
        this.workers = workers;
    }

    /** Starts the threads that the settings ask for. */
    public static Engine start(EngineSettings settings) {
        return new Engine(settings, settings.parallel() ? workers(settings.threads() - 1) : null);
    }

    /** Returns the settings that every trie runs by. */
    public EngineSettings settings() {
        return settings;
    }

    /** Returns an empty trie over a store of its own. */
    public CommitmentTrie newTrie(LeafKind leaves) {
        TrieOptions.Builder options = TrieOptions.builder().leaves(leaves);
        if (workers != null) {
            options.executor(workers, settings.threads());
            if (settings.splitAlways()) {
                options.splitAbove(SPLIT_EVERY_BATCH);
            }
        }
        if (settings.partitioned()) {
            options.partitionKeys(settings.partitionKeys());
        }
        return CommitmentTrie.over(MemoryStore.create(), options.build());
    }

    /** The thread that calls the trie works too, so these are the others. */
    private static ExecutorService workers(int count) {
        return Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("fold-", 1).factory());
    }

    @Override
    public void close() {
        if (workers != null) {
            workers.shutdown();
        }
    }
}
