package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.BranchRow;
import dev.espalier.trie.codec.NodeRef;
import dev.espalier.trie.codec.RowBuilder;
import dev.espalier.trie.spi.RowChanges;
import org.jspecify.annotations.Nullable;

/**
 * A cache, and files that have two versions of one row: what threads do to them, one thread a method. A reader looks at the
 * head once, as readers of a store do.
 */
abstract class RowRace {
    /** No row was found. */
    static final int NOTHING = 0;
    /** A reader of the first version found its row. */
    static final int OLD = 1;
    /** A reader of the second version found its row. */
    static final int NEW = 2;
    /** A reader found a row of another version than its own. */
    static final int WRONG = -1;

    private static final long BUDGET_BYTES = 64 << 10;
    private static final Hash32 KEY = Hash32.of(0x1234_5678_9ABC_DEF0L, 1, 2, 3);
    /** Nothing is compared with it: the check of hits is off. */
    private static final NodeRef ANY = NodeRef.ofHash(Hash32.ZERO);

    private final BranchCache cache = BranchCache.create(CacheOptions.builder()
            .lifetime(CacheLifetime.CROSS_BLOCK)
            .budgetBytes(BUDGET_BYTES)
            .pinnedAccountDepth(0)
            .shadowOneIn(0)
            .build());
    private final BranchPath path;
    private final BranchRow oldRow;
    private final BranchRow newRow;
    /** What readers see; what was the first is kept for those who come late. */
    private volatile Head head;

    private final Head first;

    /** Which version the files have, and the cache's generation of it. */
    private record Head(int version, long generation) {}

    /** @param depth 0 is a path of the pinned tier, another one of the evicting tier */
    RowRace(int depth) {
        path = BranchPath.of(BranchPath.ACCOUNT_TRIE, KEY, depth);
        oldRow = row(depth, OLD);
        newRow = row(depth, NEW);
        first = new Head(OLD, cache.generation());
        head = first;
    }

    private static BranchRow row(int depth, int version) {
        RowBuilder builder = new RowBuilder();
        builder.start(depth, null);
        builder.setBranch(0, NodeRef.ofHash(Hash32.of(version, 0, 0, 0)));
        builder.setBranch(1, NodeRef.ofHash(Hash32.of(version, 1, 0, 0)));
        return builder.freeze();
    }

    private RowChanges change(@Nullable BranchRow after) {
        return hook -> hook.rowChanged(path, null, after);
    }

    /** A reader of the first version offers what it has read. */
    final void fillOld() {
        cache.fill(path, oldRow, first.generation());
    }

    /** The row is there before anybody begins. */
    final void startFilled() {
        fillOld();
    }

    /** Files get the second version of the row. */
    final void replace() {
        cache.publish(change(newRow), generation -> head = new Head(NEW, generation));
    }

    /** Files have no such row in the second version. */
    final void remove() {
        cache.publish(change(null), generation -> head = new Head(NEW, generation));
    }

    /** The second version fails before it is visible, as {@code StoreHead} and {@code CachedStore} go on. */
    final void failToReplace() {
        try {
            cache.publish(change(newRow), _ -> {
                throw new IllegalStateException("made up");
            });
        } catch (IllegalStateException e) {
            head = new Head(OLD, cache.generation());
        }
    }

    /** Everything is forgotten, and the files are the same. */
    final void clear() {
        head = new Head(OLD, cache.clear());
    }

    /** The row has to go for others. */
    final void evict() {
        cache.forEach((at, row) -> cache.drop(at, row), (at, row) -> cache.drop(at, row));
    }

    /** Looks the row up as a reader who begins now. */
    final int find() {
        return find(head);
    }

    /** Looks the row up as a reader who began before all. */
    final int findAsBefore() {
        return find(first);
    }

    private int find(Head view) {
        BranchRow found = cache.get(path, ANY, view.generation());
        if (found == null) {
            return NOTHING;
        }
        return found.equals(view.version() == OLD ? oldRow : newRow) ? view.version() : WRONG;
    }

    /** Reads the row from the files of now, offers it, and looks it up. */
    final int fillAndFind() {
        Head now = head;
        cache.fill(path, now.version() == OLD ? oldRow : newRow, now.generation());
        return find(now);
    }

    /** Tells whether the bytes that the cache counts are those of its one row, or of none. */
    final boolean isExact() {
        cache.maintain();
        long[] real = {cache.slotBytes()};
        cache.forEach(
                (_, row) -> real[0] += RetainedBytes.pinned(row.row()),
                (at, row) -> real[0] += RetainedBytes.evicting(at, row.row()));
        return cache.stats().bytes() == real[0];
    }
}
