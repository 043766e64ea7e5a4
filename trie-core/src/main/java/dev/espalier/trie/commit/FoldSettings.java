package dev.espalier.trie.commit;

/**
 * How batches are folded.
 *
 * @param runner runs subtree tasks
 * @param splitAbove keys above which a batch is split into subtree tasks, if the runner has more than one thread
 * @param partitionKeys the most keys that are folded at once
 */
record FoldSettings(TaskRunner runner, int splitAbove, int partitionKeys) {}
