package dev.espalier.bench.dataset;

import dev.espalier.trie.Hash32;
import org.jspecify.annotations.Nullable;

/**
 * Is given the cases of a file while it is read.
 *
 * <p>A case of blocks is {@link #beginCase}, {@link #block} for each block in file order, {@link #endCase}; the other
 * calls are one case each. A file that turns out to be damaged ends in the middle.
 */
public interface CaseVisitor {
    /** A case of blocks begins. */
    void beginCase(CaseStart start);

    /** The next block of the case. */
    void block(BlockChange block);

    /**
     * The case ends.
     *
     * @param head the block that the case says is the canonical one; null when it does not say
     */
    void endCase(@Nullable Hash32 head);

    /** A case of the RLP tests. */
    void rlp(RlpCase rlp);

    /**
     * A case that cannot be checked here.
     *
     * @param reason why, in words for the user
     */
    void skipped(String reason);

    /** A case that has no root to check. */
    void withoutRoot();
}
