package dev.espalier.warmer;

/**
 * A piece of work for one worker.
 *
 * @param keys how many keys it is for
 * @param body does it; may throw
 */
record WarmTask(BlockWarmer block, int keys, Runnable body) {}
