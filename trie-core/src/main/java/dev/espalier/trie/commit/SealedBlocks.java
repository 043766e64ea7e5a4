package dev.espalier.trie.commit;

import dev.espalier.trie.BlockId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The tree of sealed blocks, by id. A block that goes takes the blocks on it along, since they could never be committed.
 * Safe for use by several threads.
 */
final class SealedBlocks {
    private final int maxBlocks;
    private final long maxBytes;
    private final Map<BlockId, SealedBlock> blocks = new LinkedHashMap<>();
    private long bytes;

    SealedBlocks(int maxBlocks, long maxBytes) {
        this.maxBlocks = maxBlocks;
        this.maxBytes = maxBytes;
    }

    /**
     * Adds a block and lets the oldest ones go that it does not stand on, until the bounds hold.
     *
     * @throws IllegalStateException if the id is known, or the bounds cannot hold beside the blocks it stands on
     */
    synchronized void add(SealedBlock block) {
        if (blocks.containsKey(block.id())) {
            throw new IllegalStateException("block " + block.id() + " is sealed already");
        }
        Set<BlockId> ancestors = new HashSet<>();
        long pinned = block.bytes();
        for (SealedBlock at = blocks.get(block.parent()); at != null; at = blocks.get(at.parent())) {
            ancestors.add(at.id());
            pinned += at.bytes();
        }
        if (ancestors.size() + 1 > maxBlocks || (pinned > maxBytes && !ancestors.isEmpty())) {
            throw new IllegalStateException("block " + block.id() + " stands on sealed blocks=" + ancestors.size()
                    + " and would hold bytes=" + pinned + " with them, expected at most " + maxBlocks + " blocks and "
                    + maxBytes + " bytes: commit or discard some");
        }
        while (blocks.size() + 1 > maxBlocks
                || (bytes + block.bytes() > maxBytes && blocks.size() > ancestors.size())) {
            remove(oldestBeside(ancestors));
        }
        blocks.put(block.id(), block);
        bytes += block.bytes();
    }

    private BlockId oldestBeside(Set<BlockId> ancestors) {
        for (BlockId id : blocks.keySet()) {
            if (!ancestors.contains(id)) {
                return id;
            }
        }
        throw new IllegalStateException("every sealed block is an ancestor: blocks=" + blocks.size());
    }

    synchronized @Nullable SealedBlock find(BlockId id) {
        return blocks.get(id);
    }

    /** Returns what a child of the block stands on, with one hold on the view for the caller; null if it is unknown. */
    synchronized @Nullable BlockBase baseOn(BlockId id) {
        SealedBlock block = blocks.get(id);
        if (block == null || !block.base().shared().acquire()) {
            return null;
        }
        return block.base().under(block.changes(), block.mark());
    }

    /** Forgets a block that was committed; the blocks on it stay. */
    synchronized void committed(BlockId id) {
        forget(id);
    }

    /** Discards a block and the blocks on it; tells whether it was known. */
    synchronized boolean remove(BlockId id) {
        if (!blocks.containsKey(id)) {
            return false;
        }
        List<BlockId> doomed = new ArrayList<>(List.of(id));
        for (int i = 0; i < doomed.size(); i++) {
            for (SealedBlock block : blocks.values()) {
                if (block.parent().equals(doomed.get(i))) {
                    doomed.add(block.id());
                }
            }
        }
        doomed.forEach(this::forget);
        return true;
    }

    private void forget(BlockId id) {
        SealedBlock block = blocks.remove(id);
        if (block != null) {
            bytes -= block.bytes();
            block.base().shared().release();
        }
    }

    /** Discards the blocks that stand on a committed block that {@code reachable} refuses. */
    synchronized void keepOn(Predicate<BlockId> reachable) {
        List<BlockId> doomed = new ArrayList<>();
        for (SealedBlock block : blocks.values()) {
            if (!blocks.containsKey(block.parent()) && !reachable.test(block.parent())) {
                doomed.add(block.id());
            }
        }
        doomed.forEach(this::remove);
    }

    synchronized void clear() {
        for (Iterator<SealedBlock> all = blocks.values().iterator(); all.hasNext(); all.remove()) {
            all.next().base().shared().release();
        }
        bytes = 0;
    }

    synchronized int size() {
        return blocks.size();
    }

    synchronized long bytes() {
        return bytes;
    }
}
