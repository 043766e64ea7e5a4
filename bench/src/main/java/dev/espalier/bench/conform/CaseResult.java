package dev.espalier.bench.conform;

import dev.espalier.bench.engine.EngineWork;
import dev.espalier.trie.Hash32;

/**
 * How a case of blocks came out.
 *
 * @param name as the file gives it, may be empty
 * @param line where it begins, counted from 1
 * @param failed how many of its checks failed
 * @param root the root at its head
 * @param work what the engine did for it
 * @param elapsedNanos from its first block to its end
 */
public record CaseResult(
        String name, int line, CaseExtent extent, int failed, Hash32 root, EngineWork work, long elapsedNanos) {}
