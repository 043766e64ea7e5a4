package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The top of one trie: a slot for every path down to a depth, by level, in one array that exists while it is used.
 *
 * <p>{@link #get} may be called by any thread. {@link #put} and {@link #remove} are called by one thread at a time for
 * each path; {@link #empty} by any thread beside them.
 */
final class Trunk {
    /** The deepest level that slots are kept for: 16.8 million slots. */
    static final int MAX_DEPTH = 6;

    private final long trieId;
    private final int depth;
    private final PinnedBudget budget;
    private final LongAdder entries = new LongAdder();
    private final HitCount hits = new HitCount();
    private volatile @Nullable AtomicReferenceArray<@Nullable CachedRow> slots;
    private boolean closed;

    Trunk(long trieId, int depth, PinnedBudget budget) {
        this.trieId = trieId;
        this.depth = depth;
        this.budget = budget;
    }

    /** Returns how many paths there are down to a depth. */
    static int slotsDownTo(int depth) {
        return firstOf(depth + 1);
    }

    private static int firstOf(int depth) {
        return ((1 << (4 * depth)) - 1) / 15;
    }

    private static int slotOf(BranchPath path) {
        return firstOf(path.depth()) + path.leadingNibbles(path.depth());
    }

    long trieId() {
        return trieId;
    }

    /** Returns how many levels have slots, less one. */
    int depth() {
        return depth;
    }

    /** Returns how often rows were found. */
    long hits() {
        return hits.sum();
    }

    void countHit() {
        hits.increment();
    }

    /** Returns the number of rows. */
    long entries() {
        return entries.sum();
    }

    /** Returns the row at a path down to the depth of the trunk; null if there is none. */
    @Nullable
    CachedRow get(BranchPath path) {
        AtomicReferenceArray<@Nullable CachedRow> at = slots;
        return at == null ? null : at.getAcquire(slotOf(path));
    }

    /**
     * Returns the slots that exist now; null if there are none.
     *
     * <p>Emptying takes them away before it returns, so a row put into them later is found by nobody. Someone who takes them
     * first, and looks then whether a row's generation still holds, therefore never leaves a row of an ended one to be found.
     */
    @Nullable
    AtomicReferenceArray<@Nullable CachedRow> slots() {
        return slots;
    }

    /** Makes sure that there are slots; false if the budget has no room for them, or the trunk is closed. */
    boolean prepare() {
        return slots != null || allocate();
    }

    private synchronized boolean allocate() {
        if (slots == null && !closed && budget.reserve(RetainedBytes.ofSlots(slotsDownTo(depth)))) {
            slots = new AtomicReferenceArray<>(slotsDownTo(depth));
        }
        return slots != null;
    }

    /**
     * Puts a row for which the caller has reserved the bytes.
     *
     * @param into what {@link #slots} gave
     * @return false if there are no slots, or others by now: the bytes are still the caller's
     */
    @SuppressWarnings("ReferenceEquality")
    boolean put(@Nullable AtomicReferenceArray<@Nullable CachedRow> into, BranchPath path, CachedRow row) {
        if (into == null) {
            return false;
        }
        int slot = slotOf(path);
        entries.increment();
        release(into.getAndSet(slot, row));
        if (slots != into && into.compareAndSet(slot, row, null)) {
            // Emptied meanwhile, and this slot was passed before the row came.
            entries.decrement();
            return false;
        }
        return true;
    }

    /** Removes the row at a path, if there is one. */
    void remove(BranchPath path) {
        AtomicReferenceArray<@Nullable CachedRow> from = slots;
        if (from != null) {
            release(from.getAndSet(slotOf(path), null));
        }
    }

    private void release(@Nullable CachedRow row) {
        if (row != null) {
            entries.decrement();
            budget.release(RetainedBytes.pinned(row));
        }
    }

    /** Drops rows and slots. */
    void empty() {
        empty(false, () -> {});
    }

    /** Drops rows and slots for good, and says so of every row. */
    void close(Runnable dropped) {
        empty(true, dropped);
    }

    private synchronized void empty(boolean forGood, Runnable dropped) {
        closed |= forGood;
        AtomicReferenceArray<@Nullable CachedRow> from = slots;
        if (from == null) {
            return;
        }
        slots = null;
        for (int slot = 0; slot < from.length(); slot++) {
            CachedRow row = from.get(slot) == null ? null : from.getAndSet(slot, null);
            if (row != null) {
                release(row);
                dropped.run();
            }
        }
        budget.release(RetainedBytes.ofSlots(from.length()));
    }

    /** Returns what the slots take while they exist. */
    long slotBytes() {
        AtomicReferenceArray<@Nullable CachedRow> at = slots;
        return at == null ? 0 : RetainedBytes.ofSlots(at.length());
    }

    private BranchPath pathOf(int level, int number) {
        long word = level == 0 ? 0 : (long) number << (64 - 4 * level);
        return BranchPath.of(trieId, Hash32.of(word, 0, 0, 0), level);
    }

    /** Shows every path that has a slot. */
    void forEachPath(Consumer<BranchPath> visitor) {
        for (int level = 0; level <= depth; level++) {
            for (int number = 0; number < 1 << (4 * level); number++) {
                visitor.accept(pathOf(level, number));
            }
        }
    }

    /** Shows every row with its path, as a scan beside writers sees them. */
    void forEach(BiConsumer<BranchPath, CachedRow> visitor) {
        AtomicReferenceArray<@Nullable CachedRow> from = slots;
        for (int level = 0; from != null && level <= depth; level++) {
            for (int number = 0; number < 1 << (4 * level); number++) {
                CachedRow row = from.get(firstOf(level) + number);
                if (row != null) {
                    visitor.accept(pathOf(level, number), row);
                }
            }
        }
    }
}
