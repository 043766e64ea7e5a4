/**
 * Prefetch of branches while the EVM runs, so that the root computation finds them in memory. This package holds no code
 * yet.
 *
 * <p>There will be two sources of work: an account or slot that the EVM touches, and a block access list (EIP-7928), which
 * names everything before execution starts. Keys are hashed on the worker, never on the thread of the EVM.
 *
 * <p>What will hold:
 *
 * <ul>
 *   <li>Work is sorted, free of duplicates and done level by level; a branch is fetched once however many ask for it.
 *   <li>The queue is bounded, and reads on demand go first.
 *   <li>Fills follow the protocol of the cache, at the view of the block that is being executed.
 *   <li>Waiting for the queue to drain waits for work in flight and never cancels it: an interrupt would close a file
 *       channel for every reader.
 *   <li>What was fetched is counted as useful, duplicate or wasted.
 * </ul>
 */
@NullMarked
package dev.espalier.warmer;

import org.jspecify.annotations.NullMarked;
