package dev.espalier.bench.conform;

import dev.espalier.bench.dataset.BlockChange;
import dev.espalier.trie.Hash32;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which blocks were played, whose children they are and which of them lead to the head, so that another branch can be
 * gone to. Blocks are known by their hash alone.
 *
 * <p>The changes of the most recent blocks are kept, as many as {@link #KEPT_BLOCKS}; a branch that leaves further back
 * is unknown.
 */
final class Lineage {
    /** Twice the window that an in-memory store can unwind, for the blocks beside the canonical ones. */
    static final int KEPT_BLOCKS = 1024;

    private final LinkedHashMap<Hash32, BlockChange> recent = new LinkedHashMap<>();
    private final Set<Hash32> canonical = new HashSet<>();
    private Hash32 head;
    private int played;
    private int canonicalBlocks;

    /** Begins at a state that is not a block of the case. */
    Lineage(Hash32 start) {
        head = start;
        canonical.add(start);
    }

    /**
     * The way from the head to another block.
     *
     * @param ancestor the last canonical block that both have
     * @param forward the blocks to play again after it, oldest first
     */
    record Route(Hash32 ancestor, Deque<BlockChange> forward) {}

    Hash32 head() {
        return head;
    }

    boolean isKnown(Hash32 block) {
        return recent.containsKey(block) || canonical.contains(block);
    }

    /** Returns the way to a block, or null when it or an ancestor of it is not known. */
    @Nullable
    Route routeTo(Hash32 target) {
        Deque<BlockChange> forward = new ArrayDeque<>();
        Hash32 at = target;
        while (!canonical.contains(at)) {
            BlockChange block = recent.get(at);
            if (block == null) {
                return null;
            }
            forward.push(block);
            at = block.parent();
        }
        return new Route(at, forward);
    }

    /** The head went back to an ancestor that {@link #routeTo} gave. */
    void unwoundTo(Hash32 ancestor) {
        while (!head.equals(ancestor)) {
            BlockChange undone = recent.get(head);
            if (undone == null) {
                throw new IllegalStateException("lineage: no block between head=" + head + " and ancestor=" + ancestor);
            }
            canonical.remove(head);
            canonicalBlocks--;
            head = undone.parent();
        }
    }

    /**
     * Takes over what was played by an earlier run, up to its head.
     *
     * @param passed in the order of the file, with the head; the oldest blocks may be left out
     */
    void resumedAt(Hash32 reached, Collection<BlockChange> passed) {
        for (BlockChange block : passed) {
            if (recent.put(block.hash(), block) == null) {
                played++;
            }
        }
        Hash32 at = reached;
        for (BlockChange block = recent.get(at); block != null; block = recent.get(at)) {
            canonical.add(at);
            canonicalBlocks++;
            at = block.parent();
        }
        head = reached;
    }

    /** A child of the head was played and is the head now. */
    void advancedTo(BlockChange block) {
        if (recent.put(block.hash(), block) == null) {
            played++;
            forgetOldest();
        }
        canonical.add(block.hash());
        canonicalBlocks++;
        head = block.hash();
    }

    /** Returns how many of the played blocks do not lead to the head. */
    int sideBlocks() {
        return played - canonicalBlocks;
    }

    private void forgetOldest() {
        if (recent.size() > KEPT_BLOCKS) {
            Map.Entry<Hash32, BlockChange> oldest = recent.pollFirstEntry();
            if (oldest != null) {
                canonical.remove(oldest.getKey());
            }
        }
    }
}
