package dev.espalier.bench.replay;

import dev.espalier.bench.engine.CacheWork;
import dev.espalier.bench.engine.EngineWork;
import dev.espalier.bench.engine.StoreWork;
import dev.espalier.trie.Hash32;
import dev.espalier.warmer.WarmerReport;
import java.util.List;

/**
 * How a replay came out.
 *
 * @param start the state it started from
 * @param blocks in order
 * @param work what the engine did for the blocks
 * @param storeWork what the store on disk did
 * @param cacheWork what the cache of rows did
 * @param warmed what the warmer did
 * @param rebuiltRoot state root of the final state, built from nothing
 * @param rebuildNanos for building it
 */
public record ReplayReport(
        BloatScenario scenario,
        BuiltState start,
        List<ReplayedBlock> blocks,
        EngineWork work,
        StoreWork storeWork,
        CacheWork cacheWork,
        WarmerReport warmed,
        Hash32 rebuiltRoot,
        long rebuildNanos) {

    /** Returns the state root after the last block. */
    public Hash32 lastRoot() {
        return blocks.getLast().root();
    }

    /** Returns whether the last root is not that of the final state built from nothing. */
    public boolean lastRootMismatch() {
        return !lastRoot().equals(rebuiltRoot);
    }

    /** Returns whether every root that could be checked is right. */
    public boolean passed() {
        return !start.mismatch() && !lastRootMismatch();
    }

    /** Returns the gas of all blocks in millions. */
    public double mgas() {
        return blocks.stream().mapToDouble(ReplayedBlock::mgas).sum();
    }

    /** Returns the time of all blocks. */
    public long elapsedNanos() {
        return blocks.stream().mapToLong(ReplayedBlock::elapsedNanos).sum();
    }
}
