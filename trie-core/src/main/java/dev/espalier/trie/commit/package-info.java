/**
 * The trie algorithm and the tree of blocks around it.
 *
 * <p>A block's changes are normalised against the state below it ({@code Normaliser}), unfolded level by level
 * ({@code Unfolder}), folded and hashed from the deepest level up ({@code Folder}), and kept as the block's own changes
 * until they are committed. Going back is the same: an unwind is a block made of previous values ({@code Undo}).
 */
@NullMarked
package dev.espalier.trie.commit;

import org.jspecify.annotations.NullMarked;
