/**
 * The cache of decoded branches, kept across blocks when the embedder asks for it: {@link
 * dev.espalier.cache.BranchCache}, made by {@link dev.espalier.cache.CacheOptions}.
 *
 * <p>It stands below the overlay and holds only what immutable files say. Commits, failed commits, side forks, unwinds and
 * abandoned blocks therefore never touch it, and it stays warm across a reorg without doing anything. {@link
 * dev.espalier.cache.CachedStore} puts it over any other store instead, where every change is a publication.
 *
 * <p>There are two tiers under one budget in bytes: a <em>pinned</em> tier for the root and the top levels of the account
 * trie and of the largest storage tries, and an <em>evicting</em> tier for all other rows.
 *
 * <ul>
 *   <li>An entry is a full path, a row and a stamp. It is a hit only if its stamp is no later than the generation of the
 *       reader's view; a generation is one publication, one clear, or one that failed.
 *   <li>A fill is installed only if the path is absent and the gate still shows the view's generation, both decided with
 *       the path locked. Otherwise it is dropped and counted.
 *   <li>The gate closes before the first entry of a flush is published and opens after the new snapshot is visible. A
 *       publication that fails clears the cache before the gate opens.
 *   <li>A key can name nothing but a branch path, and it is compared in full.
 *   <li>A cached row owns its bytes and never changes.
 *   <li>Weights are exact: after a clear the weight is 0.
 * </ul>
 *
 * <p>By default entries live for one block. {@code COMMITMENT_BRANCH_CACHE_PERSIST=true} keeps them across blocks. {@link
 * dev.espalier.cache.WarmStart} carries hot rows over a restart.
 */
@NullMarked
package dev.espalier.cache;

import org.jspecify.annotations.NullMarked;
