/**
 * The cache of decoded branches, kept across blocks when the embedder asks for it. This package holds no code yet.
 *
 * <p>The cache will stand below the overlay and hold only what immutable segment files say. Commits, failed commits, side
 * forks, unwinds and abandoned blocks therefore never touch it, and it stays warm across a reorg without doing anything.
 * There are two tiers under one budget in bytes: a <em>pinned</em> tier for the root and the top levels, and an
 * <em>evicting</em> tier for the rest.
 *
 * <p>What will hold:
 *
 * <ul>
 *   <li>An entry is a full path, a row and a stamp. It is a hit only if its stamp is no later than the generation of the
 *       reader's view; a generation is the number of flushes that were published.
 *   <li>A fill is installed only if the key is absent and the gate still shows the view's generation, both decided inside
 *       the computation for that key. Otherwise it is dropped and counted.
 *   <li>The gate closes before the first entry of a flush is published and opens after the new snapshot is visible. A
 *       publish that fails clears the cache before the gate opens.
 *   <li>A key can name nothing but a branch path, and it is compared in full.
 *   <li>A cached row owns its bytes and never changes.
 *   <li>Weights are exact: after a clear the weight is 0.
 * </ul>
 *
 * <p>By default entries live for one block. {@code COMMITMENT_BRANCH_CACHE_PERSIST=true} keeps them across blocks.
 */
@NullMarked
package dev.espalier.cache;

import org.jspecify.annotations.NullMarked;
