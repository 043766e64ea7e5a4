package dev.espalier.bench.engine;

import dev.espalier.bench.json.UnreadableInputException;
import dev.espalier.store.StoreDescription;
import dev.espalier.store.StoreOptions;
import dev.espalier.trie.commit.CommitmentTrie;
import dev.espalier.trie.commit.LeafKind;
import dev.espalier.trie.commit.TrieOptions;
import dev.espalier.trie.commit.UncommittedBlock;
import dev.espalier.trie.memory.MemoryStore;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.TrieStore;
import dev.espalier.warmer.Warmer;
import dev.espalier.warmer.WarmerOptions;
import dev.espalier.warmer.WarmerReport;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Makes tries that all run by the same settings and on the same threads. Close it to stop the threads. The tries come
 * from one thread.
 */
public final class Engine implements AutoCloseable {
    private static final int SPLIT_EVERY_BATCH = 0;
    private static final long SMALL_LOG_BYTES = 1L << 20;
    private static final long LARGEST_LOG_BYTES = 1L << 36;

    private final EngineSettings settings;
    private final @Nullable ExecutorService workers;
    private final @Nullable StoreSchedule schedule;
    private final TrieCaches caches;
    private final @Nullable Warmer warmer;
    private int stores;

    private Engine(EngineSettings settings, @Nullable ExecutorService workers) {
        this.settings = settings;
        this.workers = workers;
        caches = new TrieCaches(settings.cache());
        warmer = settings.warmer() == null
                ? null
                : Warmer.create(WarmerOptions.builder()
                        .workers(settings.warmer().workers())
                        .build());
        schedule = settings.store() == null ? null : new StoreSchedule(settings.store());
    }

    /** Starts the threads that the settings ask for. */
    public static Engine start(EngineSettings settings) {
        return new Engine(settings, settings.parallel() ? workers(settings.threads() - 1) : null);
    }

    /** Returns the settings that every trie runs by. */
    public EngineSettings settings() {
        return settings;
    }

    /** Returns what the stores of closed tries did. */
    public StoreWork storeWork() {
        return schedule == null ? StoreWork.NONE : schedule.work();
    }

    /** Returns what the caches of all tries did. */
    public CacheWork cacheWork() {
        return caches.work();
    }

    /** Returns what the warmer did for all blocks. */
    public WarmerReport warmerReport() {
        return warmer == null ? WarmerReport.NONE : warmer.report();
    }

    /** Begins to warm a block, if the settings say so; raw leaves are not warmed. */
    BlockWarming warm(UncommittedBlock block, LeafKind leaves) {
        WarmerSettings how = settings.warmer();
        return warmer == null || how == null || leaves == LeafKind.RAW
                ? BlockWarming.NONE
                : BlockWarming.begin(warmer, how.mode(), block);
    }

    /** Returns what gives every trie its cache. */
    TrieCaches caches() {
        return caches;
    }

    /**
     * Returns what is done to stores, and when.
     *
     * @throws IllegalStateException if the settings keep state in memory
     */
    StoreSchedule schedule() {
        requiredStore();
        return Objects.requireNonNull(schedule);
    }

    /**
     * Returns an empty trie over a store of its own.
     *
     * @throws UnreadableInputException if the settings give one directory, and it is not empty or in use already
     */
    public EngineTrie newTrie(LeafKind leaves) {
        StoreSettings store = settings.store();
        if (store == null) {
            RowCache cache = caches.create();
            TrieStore cached = TrieCaches.over(MemoryStore.create(), cache);
            return new MemoryTrie(trieOver(cached, leaves), block -> warm(block, leaves), () -> caches.close(cache));
        }
        stores++;
        Path directory = store.directory();
        if (store.eachTrie()) {
            directory = directory.resolve(String.format(Locale.ROOT, "%06d", stores));
        } else if (stores > 1) {
            throw new UnreadableInputException(
                    directory.toString(),
                    0,
                    "holds one chain, but another one begins here; play it into a store of its own");
        }
        StoreFolders.requireFree(directory);
        StoreOptions.Builder options = options(store).leaves(leaves);
        return new StoredTrie(this, directory, options.build(), !store.eachTrie());
    }

    /** Returns an empty trie in memory without a cache and a warmer, whatever the settings say. */
    public EngineTrie newMemoryTrie(LeafKind leaves) {
        return new MemoryTrie(trieOver(MemoryStore.create(), leaves), _ -> BlockWarming.NONE, () -> {});
    }

    /**
     * Returns a trie over the store that is in the settings' directory.
     *
     * @throws IllegalStateException if the settings name no directory
     * @throws UnreadableInputException if there is no store in it
     */
    public EngineTrie openTrie() {
        return open(requiredStore().directory(), true);
    }

    /**
     * Returns a trie over a copy of the store that is in the settings' directory. The copy stands beside it, shares its
     * segment files as long as they stay, and goes with the trie.
     *
     * @throws IllegalStateException if the settings name no directory
     * @throws UnreadableInputException if there is no store in it
     */
    public EngineTrie openClone() {
        return open(StoreFolders.copyBeside(requiredStore().directory()), false);
    }

    private StoreSettings requiredStore() {
        StoreSettings store = settings.store();
        if (store == null) {
            throw new IllegalStateException("the settings keep state in memory, expected a store");
        }
        return store;
    }

    private EngineTrie open(Path directory, boolean kept) {
        stores++;
        StoreFolders.requireStore(directory);
        StoreDescription found = StoreDescription.read(directory);
        StoreOptions opened = requiredStore().addTo(found.options()).build();
        return new StoredTrie(this, directory, opened, kept);
    }

    /** Many small stores flush and merge only when told, so that a run is the same each time. */
    private static StoreOptions.Builder options(StoreSettings settings) {
        StoreOptions.Builder options = settings.addTo(StoreOptions.builder());
        return settings.eachTrie() ? options.background(false).logMap(SMALL_LOG_BYTES, LARGEST_LOG_BYTES) : options;
    }

    /** Returns a trie that runs by the settings. */
    CommitmentTrie trieOver(TrieStore store, LeafKind leaves) {
        TrieOptions.Builder options = TrieOptions.builder().leaves(leaves);
        if (workers != null) {
            options.executor(workers, settings.threads());
            if (settings.thorough()) {
                options.splitAbove(SPLIT_EVERY_BATCH);
            }
        }
        if (settings.partitioned()) {
            options.partitionKeys(settings.partitionKeys());
        }
        return CommitmentTrie.over(store, options.build());
    }

    /** The thread that calls the trie works too, so these are the others. */
    private static ExecutorService workers(int count) {
        return Executors.newFixedThreadPool(
                count, Thread.ofPlatform().daemon().name("fold-", 1).factory());
    }

    @Override
    public void close() {
        if (warmer != null) {
            warmer.close();
        }
        if (workers != null) {
            workers.shutdown();
        }
    }
}
