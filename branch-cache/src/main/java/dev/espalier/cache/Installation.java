package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to put a row where it belongs: into its slot if it has one and the pinned tier has room, else into the
 * evicting tier. Bytes of the pinned tier are reserved before the path is locked; the rest is decided with it locked.
 * Confined to one thread.
 */
final class Installation {
    private final Gate gate;
    private final PinnedTier pinned;
    private final CachedRow row;
    /** Bytes of the pinned tier, to be used or given back. */
    private long reserved;

    private @Nullable Trunk trunk;
    private @Nullable AtomicReferenceArray<@Nullable CachedRow> slots;
    private boolean kept;
    private boolean stale;

    /** @param reserved what {@link PinnedTier#reserve} has reserved for the row */
    Installation(Gate gate, PinnedTier pinned, CachedRow row, long reserved) {
        this.gate = gate;
        this.pinned = pinned;
        this.row = row;
        this.reserved = reserved;
    }

    /** Gives back what was reserved and not used. */
    void releaseUnused() {
        if (reserved != 0) {
            pinned.budget().release(reserved);
            reserved = 0;
        }
    }

    /** Tells whether the row is in the cache. */
    boolean isKept() {
        return kept;
    }

    /** Tells whether the row was refused because a publication has begun. */
    boolean isStale() {
        return stale;
    }

    /** Installs the row if the path is absent and the gate shows the row's generation. */
    @Nullable
    CachedRow fill(BranchPath path, @Nullable CachedRow present) {
        takeSlots(path);
        if (!gate.admits(row.stamp())) {
            stale = true;
            return present;
        }
        if (present != null && !gate.isDead(present.stamp())) {
            return present;
        }
        CachedRow inSlot = trunk == null ? null : trunk.get(path);
        if (inSlot != null && !gate.isDead(inSlot.stamp())) {
            return null;
        }
        return install(path);
    }

    /** Installs the row, whatever is there. */
    @Nullable
    CachedRow replace(BranchPath path, @Nullable CachedRow present) {
        takeSlots(path);
        return install(path);
    }

    /** Installs the row where there is one already; otherwise leaves nothing. */
    @Nullable
    CachedRow replacePresent(BranchPath path, @Nullable CachedRow present) {
        takeSlots(path);
        boolean absent = present == null && (trunk == null || trunk.get(path) == null);
        return absent ? null : install(path);
    }

    /** Moves the row into its slot if it still stands in the other tier. */
    @SuppressWarnings("ReferenceEquality")
    @Nullable
    CachedRow move(BranchPath path, @Nullable CachedRow present) {
        takeSlots(path);
        return present == row && !gate.isDead(row.stamp()) ? install(path) : present;
    }

    /** Before anything is asked of the gate: what it says holds for these slots as long as they are found. */
    private void takeSlots(BranchPath path) {
        trunk = pinned.covering(path);
        slots = trunk == null ? null : trunk.slots();
    }

    /** Returns what is to stand in the evicting tier. */
    private @Nullable CachedRow install(BranchPath path) {
        kept = true;
        if (trunk != null) {
            if (reserved != 0 && trunk.put(slots, path, row)) {
                reserved = 0;
                return null;
            }
            trunk.remove(path);
        }
        return row;
    }
}
