/**
 * Prefetch of branch rows while the EVM runs, so that computing the root finds them in memory.
 *
 * <p>A {@link dev.espalier.warmer.Warmer} owns a queue and workers; {@link dev.espalier.warmer.Warmer#begin} gives a
 * {@link dev.espalier.warmer.BlockWarmer} for one uncommitted block. Work comes from two sources: a key that the EVM
 * touches, and a {@link dev.espalier.warmer.BlockAccessList} (EIP-7928), which names everything before execution starts.
 * Keys are hashed on the worker, never on the thread of the EVM.
 *
 * <p>What holds:
 *
 * <ul>
 *   <li>Work is sorted, free of duplicates and done level by level, by the reader that the block itself uses; a row is
 *       read once a block, whoever asks first.
 *   <li>The queue is bounded; what finds no room is dropped and counted, or waits for a while, as the options say.
 *   <li>No read ahead begins while a block reads for itself.
 *   <li>Rows are read at the state that the block began on, and fill a cache by the store's own protocol.
 *   <li>Draining drops what waits and waits for what is in flight, which is never cancelled: an interrupt would close a
 *       file channel for every reader.
 *   <li>A failure is counted and never thrown; touches of a closed block or warmer do nothing.
 * </ul>
 */
@NullMarked
package dev.espalier.warmer;

import org.jspecify.annotations.NullMarked;
