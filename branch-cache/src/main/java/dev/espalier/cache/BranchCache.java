package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.spi.RowCache;
import dev.espalier.trie.spi.RowChanges;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A cache of branch rows in two tiers under one budget: roots and top levels stand in arrays ({@link PinnedTier}), all
 * other rows in a map that gives up the least useful ones ({@link EvictingTier}). A row is in one tier only.
 *
 * <p>A lookup that finds a row allocates nothing. Any number of threads may use a cache at once; {@link #publish} and
 * {@link #clear} exclude each other, and hold no lock of a row while they call out. Closing empties the cache; a closed
 * one finds and keeps nothing.
 */
public final class BranchCache implements RowCache, AutoCloseable {
    private final CacheOptions options;
    private final Gate gate;
    private final PinnedTier pinned;
    private final EvictingTier evicting;
    private final Admission admission;
    private final ShadowCheck shadow;
    private final @Nullable SeenPaths seen;
    private final ReentrantLock changing = new ReentrantLock();
    private final LongAdder pinnedMisses = new LongAdder();
    private final LongAdder compulsoryMisses = new LongAdder();
    private final LongAdder fills = new LongAdder();
    private final LongAdder staleFills = new LongAdder();
    private final LongAdder heldBackFills = new LongAdder();
    private final LongAdder published = new LongAdder();
    private final LongAdder removed = new LongAdder();
    private volatile boolean closed;

    /** Creates a cache with a gate of the caller's. */
    BranchCache(CacheOptions options, Gate gate) {
        this.options = options;
        this.gate = gate;
        evicting = new EvictingTier(options.budgetBytes(), options.executor());
        pinned = new PinnedTier(options, granted -> evicting.setMaximumBytes(options.budgetBytes() - granted));
        admission = new Admission(evicting);
        shadow = new ShadowCheck(options.shadowOneIn());
        seen = options.countsCompulsoryMisses() ? new SeenPaths() : null;
    }

    /** Returns an empty cache, which begins with generation 0. */
    public static BranchCache create(CacheOptions options) {
        return new BranchCache(options, new Gate());
    }

    /** Returns the options that the cache was created with. */
    public CacheOptions options() {
        return options;
    }

    @Override
    public long generation() {
        return gate.generation();
    }

    @Override
    public @Nullable BranchRow get(BranchPath path, NodeRef ref, long generation) {
        Trunk trunk = pinned.covering(path);
        CachedRow inSlot = trunk == null ? null : trunk.get(path);
        if (trunk != null && inSlot != null) {
            return found(path, inSlot, trunk, ref, generation);
        }
        CachedRow found = evicting.get(path);
        if (found == null || !gate.isValid(found.stamp(), generation)) {
            countMiss(path, trunk != null);
            return null;
        }
        if (!shadow.passes(found, ref)) {
            drop(path, found);
            countMiss(path, trunk != null);
            return null;
        }
        found.markHit();
        evicting.countHit();
        return found;
    }

    /**
     * Returns a row that stands in a slot, if it is right for the reader. For one of the newest generation every row in a slot
     * is ({@link Trunk#slots}), so the row itself is not touched. The generation is looked at after the slot: a row of a later
     * one is put after that one has begun.
     */
    private @Nullable BranchRow found(BranchPath path, CachedRow inSlot, Trunk trunk, NodeRef ref, long generation) {
        if (!gate.isNewest(generation) && !gate.isValid(inSlot.stamp(), generation)) {
            countMiss(path, false);
            return null;
        }
        if (!shadow.passes(inSlot, ref)) {
            drop(path, inSlot);
            countMiss(path, true);
            return null;
        }
        trunk.countHit();
        return inSlot;
    }

    private void countMiss(BranchPath path, boolean missingInTrunk) {
        if (missingInTrunk) {
            pinnedMisses.increment();
        }
        evicting.countMiss();
        if (seen != null && !seen.contains(path)) {
            compulsoryMisses.increment();
        }
    }

    /** Removes one row, unless another one stands there by now. */
    @SuppressWarnings("ReferenceEquality")
    void drop(BranchPath path, CachedRow bad) {
        evicting.decide(path, (_, present) -> {
            Trunk trunk = pinned.covering(path);
            if (trunk != null && trunk.get(path) == bad) {
                trunk.remove(path);
            }
            return present == bad ? null : present;
        });
    }

    @Override
    public void fill(BranchPath path, BranchRow row, long generation) {
        if (closed) {
            return;
        }
        if (!gate.admits(generation)) {
            staleFills.increment();
            return;
        }
        learn(path);
        long reserved = pinned.reserve(path, row);
        if (reserved == 0 && !admission.tries(path)) {
            heldBackFills.increment();
            return;
        }
        Installation fill = new Installation(gate, pinned, new CachedRow(row, generation), reserved);
        evicting.decide(path, fill::fill);
        fill.releaseUnused();
        if (fill.isStale()) {
            staleFills.increment();
        } else if (fill.isKept()) {
            fills.increment();
            remember(path);
        }
    }

    private void remember(BranchPath path) {
        if (seen != null) {
            seen.add(path);
        }
    }

    /** Learns which tries are large from a row that comes, and gives its trie a trunk if it is one of them. */
    private void learn(BranchPath offered) {
        Trunk grown = pinned.learn(offered);
        if (grown != null) {
            moveInto(grown);
        }
    }

    /** Moves rows that stand in the other tier into a new trunk. */
    private void moveInto(Trunk trunk) {
        trunk.forEachPath(path -> {
            CachedRow standing = evicting.peek(path);
            if (standing == null) {
                return;
            }
            long reserved = pinned.reserve(path, standing);
            if (reserved != 0) {
                Installation move = new Installation(gate, pinned, standing, reserved);
                evicting.decide(path, move::move);
                move.releaseUnused();
            }
        });
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if it is called from within {@code changes} or {@code makeVisible}
     */
    @Override
    public void publish(RowChanges changes, LongConsumer makeVisible) {
        enter();
        try {
            long next = gate.close();
            boolean visible = false;
            try {
                changes.forEach((path, _, after) -> publish(path, after, next));
                makeVisible.accept(next);
                visible = true;
            } finally {
                if (!visible) {
                    condemnAll();
                }
                gate.open();
            }
        } finally {
            changing.unlock();
        }
    }

    /** Puts a row, or removes it; always in both tiers, so that no older row is left in either. */
    private void publish(BranchPath path, @Nullable BranchRow after, long stamp) {
        if (after == null || closed) {
            removed.increment();
            evicting.decide(path, (_, _) -> {
                Trunk trunk = pinned.covering(path);
                if (trunk != null) {
                    trunk.remove(path);
                }
                return null;
            });
            return;
        }
        learn(path);
        long reserved = pinned.reserve(path, after);
        boolean wanted = reserved != 0 || admission.tries(path);
        Installation put = new Installation(gate, pinned, new CachedRow(after, stamp), reserved);
        evicting.decide(path, wanted ? put::replace : put::replacePresent);
        put.releaseUnused();
        if (put.isKept()) {
            published.increment();
            remember(path);
        } else {
            removed.increment();
        }
    }

    @Override
    public void blockCommitted() {
        if (options.lifetime() == CacheLifetime.PER_BLOCK) {
            admission.blockEnds();
            empty();
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if it is called from within a publication
     */
    @Override
    public long clear() {
        enter();
        try {
            condemnAll();
            gate.open();
            admission.restart();
            return gate.generation();
        } finally {
            changing.unlock();
        }
    }

    private void enter() {
        if (changing.isHeldByCurrentThread()) {
            throw new IllegalStateException("cache: called from within a publication of the same cache");
        }
        changing.lock();
    }

    private void condemnAll() {
        gate.condemn();
        empty();
    }

    private void empty() {
        pinned.empty();
        evicting.clear();
    }

    /** Empties the cache for good. */
    @Override
    public void close() {
        closed = true;
        clear();
    }

    /** Does what the evicting tier has put off, so that what {@link #stats} says of bytes is exact. */
    public void maintain() {
        evicting.maintain();
    }

    /** Returns what the cache has done and holds. */
    public CacheStats stats() {
        return new CacheStats(
                pinned.stats(pinnedMisses.sum()),
                evicting.stats(),
                compulsoryMisses.sum(),
                fills.sum(),
                staleFills.sum(),
                heldBackFills.sum(),
                published.sum(),
                removed.sum(),
                shadow.checks(),
                shadow.divergences(),
                gate.begun());
    }

    /** Shows the rows of the pinned tier and those of the other, as a scan beside writers sees them. */
    void forEach(BiConsumer<BranchPath, CachedRow> inPinned, BiConsumer<BranchPath, CachedRow> inEvicting) {
        pinned.forEachTrunk(trunk -> trunk.forEach(inPinned));
        evicting.forEach(inEvicting);
    }

    /** Returns what the slots of the pinned tier take, without the rows. */
    long slotBytes() {
        long[] bytes = new long[1];
        pinned.forEachTrunk(trunk -> bytes[0] += trunk.slotBytes());
        return bytes[0];
    }

    /** Returns the rows that are most worth keeping, the best first: pinned ones by level, then the others by use. */
    SequencedMap<BranchPath, BranchRow> hottest(int limit) {
        SequencedMap<BranchPath, BranchRow> hottest = new LinkedHashMap<>();
        pinned.forEachTrunk(trunk -> trunk.forEach((path, row) -> {
            if (hottest.size() < limit && !gate.isDead(row.stamp())) {
                hottest.put(path, row);
            }
        }));
        evicting.hottest(limit - hottest.size()).forEach((path, row) -> {
            if (!gate.isDead(row.stamp())) {
                hottest.put(path, row);
            }
        });
        return hottest;
    }
}
