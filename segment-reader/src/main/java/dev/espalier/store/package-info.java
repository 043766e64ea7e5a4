/**
 * The layered store: an overlay in memory over segment files, with the log that makes every change durable.
 *
 * <p>Every change of the state, a committed block or an unwind, is one log record with the next sequence number. The
 * sequence number is the only version in the system: it has 64 bits and is never used twice, not even by an attempt that
 * failed.
 *
 * <p>What holds:
 *
 * <ul>
 *   <li>A record is durable before its effect is visible. A flush covers a prefix of the log and never outruns it.
 *   <li>Recovery is one forward replay of the records above the flushed sequence number, and each must give the root that
 *       it recorded. An unwind replays like a block.
 *   <li>A reader sees one immutable snapshot, taken by reading one reference. Layers are immutable; segment sets are
 *       counted by reference.
 *   <li>A view holds no transaction of the log's database; what it pins are files.
 *   <li>The list of live files changes in the transaction that records the flush or merge which changed it.
 *   <li>There are two overlays at most. When both are full a commit waits; when a flush fails for want of space a commit
 *       refuses with the reason, and nothing is lost.
 * </ul>
 */
@NullMarked
package dev.espalier.store;

import org.jspecify.annotations.NullMarked;
