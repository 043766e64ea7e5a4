package dev.espalier.trie.commit;

import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.List;

/**
 * The state that a block or a view stands on: a view of the store below the changes of uncommitted blocks, the newest
 * first. Changes that lead back from the store's head to an ancestor are such a layer too; they are never committed.
 */
record BlockBase(SharedView shared, List<BlockChanges> layers, StateMark mark) {
    /** Returns the base with one more block on top, over the same view. */
    BlockBase under(BlockChanges changes, StateMark after) {
        List<BlockChanges> all = new ArrayList<>(layers.size() + 1);
        all.add(changes);
        all.addAll(layers);
        return new BlockBase(shared, List.copyOf(all), after);
    }

    LayeredSource source(FoldCounters counters) {
        return new LayeredSource(null, layers, shared.view(), counters);
    }
}
