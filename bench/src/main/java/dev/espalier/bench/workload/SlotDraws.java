package dev.espalier.bench.workload;

import dev.espalier.trie.Hash32;
import dev.espalier.trie.UInt256;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Draws the slots that each block overwrites, afresh for every block, all equally likely and none twice in a block, with
 * random new values. Not thread-safe.
 */
public final class SlotDraws {
    /** How many slots the public benchmark's block overwrites. */
    public static final int WRITES_PER_BLOCK = 4_200;

    private final int slots;
    private final int writesPerBlock;
    private final SplittableRandom random;

    /**
     * @param slots slots are drawn from 1 to this
     * @param seed the same seed gives the same blocks
     */
    public SlotDraws(int slots, long seed) {
        this.slots = slots;
        writesPerBlock = Math.min(WRITES_PER_BLOCK, slots);
        random = new SplittableRandom(seed);
    }

    /** Returns how many slots a block overwrites: all when there are fewer than the benchmark's number. */
    public int writesPerBlock() {
        return writesPerBlock;
    }

    /** Draws the next block's writes, in the order in which the block makes them. */
    public List<SlotWrite> nextBlock() {
        List<SlotWrite> writes = new ArrayList<>(writesPerBlock);
        Set<Integer> drawn = HashSet.newHashSet(writesPerBlock);
        // Floyd's sampling: one draw for each slot, however large a share of all slots a block takes.
        for (int last = slots - writesPerBlock + 1; last <= slots; last++) {
            int slot = 1 + random.nextInt(last);
            if (!drawn.add(slot)) {
                slot = last;
                drawn.add(slot);
            }
            writes.add(new SlotWrite(slot, newValue()));
        }
        return writes;
    }

    private UInt256 newValue() {
        // A set bit keeps the value from being zero.
        return UInt256.of(Hash32.of(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong() | 1));
    }
}
