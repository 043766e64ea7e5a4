package dev.espalier.bench.conform;

import dev.espalier.bench.engine.CacheSettings;
import dev.espalier.bench.engine.CacheWork;
import dev.espalier.bench.engine.EngineSettings;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.engine.StoreSettings;
import dev.espalier.bench.engine.StoreUpkeep;
import dev.espalier.bench.engine.StoreWork;
import dev.espalier.cache.CacheLifetime;
import dev.espalier.warmer.WarmerReport;
import java.util.ArrayList;
import java.util.List;

/**
 * How a call came out.
 *
 * @param files in the order in which they were finished
 * @param settings what was asked of the engine
 * @param storeWork what the stores on disk did
 * @param cacheWork what the caches of rows did
 * @param warmed what the warmer did
 */
public record ConformReport(
        List<FileReport> files,
        EngineSettings settings,
        StoreWork storeWork,
        CacheWork cacheWork,
        WarmerReport warmed) {
    /** Returns how many checks passed. */
    public int passed() {
        return files.stream().mapToInt(FileReport::passed).sum();
    }

    /** Returns how many checks failed. */
    public int failed() {
        return files.stream().mapToInt(FileReport::failed).sum();
    }

    /** Returns how many cases were skipped. */
    public int skipped() {
        return files.stream().mapToInt(FileReport::skipped).sum();
    }

    /** Returns how many files could not be read to their end. */
    public int damagedFiles() {
        return (int) files.stream().filter(FileReport::damaged).count();
    }

    /** Returns what the engine did in all. */
    public EngineWork work() {
        return files.stream().map(FileReport::work).reduce(EngineWork.NONE, EngineWork::plus);
    }

    /**
     * Returns what the engine was asked to do with batches of every size and never did, in words; empty when it did all,
     * or when it was free to leave small batches whole.
     */
    public List<String> notDone() {
        List<String> notDone = new ArrayList<>();
        if (!settings.thorough()) {
            return notDone;
        }
        if (settings.parallel() && work().subtreeTasks() == 0) {
            notDone.add("asked to split among " + settings.threads() + " threads, but no subtree task ran");
        }
        if (settings.partitioned() && work().partitions() == 0) {
            notDone.add("asked to partition by " + settings.partitionKeys() + " keys, but no batch was partitioned");
        }
        if (settings.store() != null) {
            addNotDone(settings.store(), notDone);
        }
        if (settings.cache() != null) {
            addNotDone(settings.cache(), notDone);
        }
        if (settings.warmer() != null && (warmed.useful() == 0 || warmed.failed() > 0)) {
            notDone.add("asked to warm blocks, but " + warmed.useful() + " rows were of use and the reads for "
                    + warmed.failed() + " keys failed");
        }
        return notDone;
    }

    private void addNotDone(StoreSettings store, List<String> notDone) {
        StoreUpkeep every = store.upkeep();
        if (every.flushEvery() > 0 && storeWork.flushes() == 0) {
            notDone.add("asked to flush every " + every.flushEvery() + " blocks, but no overlay was flushed");
        }
        if (every.freezeEvery() > 0 && storeWork.freezes() == 0) {
            notDone.add("asked to freeze every " + every.freezeEvery() + " blocks, but no segment was frozen");
        }
        if (every.mergeEvery() > 0 && storeWork.merges() == 0) {
            notDone.add("asked to merge every " + every.mergeEvery() + " blocks, but no segment was merged");
        }
        if (every.reopenEvery() > 0 && storeWork.reopenings() == 0) {
            notDone.add("asked to reopen every " + every.reopenEvery() + " blocks, but no store was reopened");
        }
    }

    /** Below an overlay that is never flushed a cache is not read, so nothing can be asked of it there. */
    private void addNotDone(CacheSettings cache, List<String> notDone) {
        boolean flushed = settings.store() == null || settings.store().upkeep().flushEvery() == 1;
        if (cache.lifetime() == CacheLifetime.CROSS_BLOCK && flushed && cacheWork.hits() == 0) {
            notDone.add("asked to keep rows across blocks, but none was found in a cache");
        }
        if (cache.shadow() && cacheWork.checks() < cacheWork.hits()) {
            notDone.add("asked to check every row that is found, but of " + cacheWork.hits() + " only "
                    + cacheWork.checks() + " were");
        }
    }

    /** Returns whether a file was unreadable, a check failed, or neither. */
    public Outcome outcome() {
        if (damagedFiles() > 0) {
            return Outcome.UNREADABLE_INPUT;
        }
        return failed() > 0 || cacheWork.divergences() > 0 || !notDone().isEmpty()
                ? Outcome.CHECK_FAILED
                : Outcome.PASSED;
    }
}
