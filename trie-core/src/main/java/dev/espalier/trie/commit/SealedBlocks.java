package dev.espalier.trie.commit;

import dev.espalier.trie.BlockId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
     * Adds a block and lets the oldest ones go that it does not stand on, until the bounds hold. Its base gets one more
     * holder.
     *
     * @throws IllegalStateException if the id is known, its parent is gone or was executed again, or the bounds cannot
     *     hold beside the blocks it stands on
     */
    synchronized void add(SealedBlock block, CommittedChain chain) {
        if (block.id().equals(BlockId.NONE) || chain.reaches(block.id()) || blocks.containsKey(block.id())) {
            throw new IllegalStateException("block " + block.id() + " is committed or sealed already");
        }
        if (!stands(block, chain)) {
            throw new IllegalStateException("block " + block.id() + ": its parent " + block.parent()
                    + " was discarded, unwound or executed again since the block was begun: begin it anew");
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
        if (!block.base().shared().acquire()) {
            throw new IllegalStateException("block " + block.id() + " is closed");
        }
        blocks.put(block.id(), block);
        bytes += block.bytes();
    }

    /** A block leaves here only after the chain has it, so the chain is asked first. */
    private boolean stands(SealedBlock block, CommittedChain chain) {
        BlockInstance parent = block.base().instance();
        if (chain.reaches(parent)) {
            return true;
        }
        SealedBlock sealed = blocks.get(block.parent());
        return sealed != null && sealed.instance() == parent;
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

    /** Returns a block and the sealed blocks that it stands on, newest first; empty if it is not sealed. */
    synchronized List<SealedBlock> path(BlockId id) {
        List<SealedBlock> path = new ArrayList<>();
        for (SealedBlock block = blocks.get(id); block != null; block = blocks.get(block.parent())) {
            path.add(block);
        }
        return path;
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

    /** Discards the blocks that stand on a committed block which the chain does not reach any more. */
    synchronized void keepOn(CommittedChain chain) {
        List<BlockId> doomed = new ArrayList<>();
        for (SealedBlock block : blocks.values()) {
            if (!stands(block, chain)) {
                doomed.add(block.id());
            }
        }
        doomed.forEach(this::remove);
    }

    synchronized int size() {
        return blocks.size();
    }

    synchronized long bytes() {
        return bytes;
    }
}
