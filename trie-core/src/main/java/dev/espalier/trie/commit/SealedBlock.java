package dev.espalier.trie.commit;

import dev.espalier.trie.BlockId;
import dev.espalier.trie.spi.StateMark;

/**
 * A block that is written and waits to be chosen: its changes and what they stand on. Immutable.
 *
 * @param base the parent's state; the block is one of its holders until it is committed or discarded
 * @param mark the state after the block
 * @param instance this execution of the block
 * @param bytes about how many bytes of heap the changes hold
 */
record SealedBlock(BlockBase base, BlockChanges changes, StateMark mark, BlockInstance instance, long bytes) {
    BlockId id() {
        return mark.block();
    }

    BlockId parent() {
        return base.mark().block();
    }
}
