package dev.espalier.trie.commit;

import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.List;

/**
 * The state that a block or a view stands on: a view of the store below the changes of uncommitted blocks, the newest
 * first. Changes that lead back from the store's head to an ancestor are such a layer too; they are never committed.
 *
 * @param mark the state
 * @param instance which execution of the block that made it
 */
record BlockBase(SharedView shared, List<BlockChanges> layers, StateMark mark, BlockInstance instance) {
    /** Returns the base with one more block on top, over the same view. */
    BlockBase under(SealedBlock block) {
        List<BlockChanges> all = new ArrayList<>(layers.size() + 1);
        all.add(block.changes());
        all.addAll(layers);
        return new BlockBase(shared, List.copyOf(all), block.mark(), block.instance());
    }

    LayeredSource source(FoldCounters counters) {
        return new LayeredSource(null, layers, shared.view(), counters);
    }
}
