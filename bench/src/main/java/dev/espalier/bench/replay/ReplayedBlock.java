package dev.espalier.bench.replay;

import dev.espalier.bench.engine.EngineWork;
import dev.espalier.trie.Hash32;

/**
 * A block as it was played.
 *
 * @param number from 1
 * @param root state root after it
 * @param gas charged, the block's other gas included
 * @param work what the engine did for it
 * @param elapsedNanos from the first read to the end of the commit
 */
public record ReplayedBlock(int number, Hash32 root, long gas, EngineWork work, long elapsedNanos) {
    /** Returns the gas in millions. */
    public double mgas() {
        return gas / 1e6;
    }

    /** Returns how many million gas were played in a second. */
    public double mgasPerSecond() {
        return mgas() / (elapsedNanos / 1e9);
    }
}
