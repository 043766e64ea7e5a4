package dev.espalier.bench.dataset;

import dev.espalier.trie.Hash32;
import java.util.List;

/**
 * One block of a case: what it changes of its parent's state, and the state root that must come out.
 *
 * @param label what a reader of a message looks for in the file: {@code block 17}, {@code batch 3}, {@code post}
 * @param line where it stands in the file, counted from 1
 * @param hash its identity; made from its position where the file gives none
 * @param parent zero for a block that begins at the empty state
 */
public record BlockChange(
        String label, int line, Hash32 hash, Hash32 parent, Hash32 root, List<StateOperation> operations) {

    /** Returns a block without a hash of its own: the {@code position}-th of a case, counted from 1. */
    static BlockChange inOrder(String label, int line, int position, Hash32 root, List<StateOperation> operations) {
        return new BlockChange(label, line, positionHash(position), positionHash(position - 1), root, operations);
    }

    /** Returns what stands for the hash of the {@code position}-th block of a case; 0 is the empty state. */
    public static Hash32 positionHash(int position) {
        return Hash32.of(0, 0, 0, position);
    }
}
