package dev.espalier.cache;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.codec.BranchRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The trunks of the account trie and of the largest storage tries. Which storage tries these are it learns from the rows
 * that are offered: one that brings many rows from below a trunk's depth gets a trunk, where there is room, or takes the
 * place of one that is found less often.
 *
 * <p>Any number of threads may use it at once; see {@link Trunk} for rows.
 */
final class PinnedTier {
    /** How many rows from below make a storage trie a candidate. */
    static final int WANTED_ROWS = 64;

    private static final int MAX_TRUNKS = 256;
    /** A new trunk is begun only where so many times its slots are free: room for rows. */
    private static final int ROOM_FACTOR = 16;

    private final PinnedBudget budget;
    private final int storageDepth;
    private final Trunk account;
    private final PinCandidates candidates = new PinCandidates(WANTED_ROWS);
    private final LongAdder evictions = new LongAdder();
    private final LongAdder hitsOfClosed = new LongAdder();
    private final Map<Trunk, Long> hitsAtLastChoice = new HashMap<>();
    /** Open addressing by trie id, at most a quarter full; never changed, only replaced. */
    private volatile @Nullable Trunk[] table = new Trunk[4];

    /** @param onGrant as in {@link PinnedBudget} */
    PinnedTier(CacheOptions options, LongConsumer onGrant) {
        budget = new PinnedBudget(options.pinnedBytes(), onGrant);
        storageDepth = options.effectiveStorageDepth();
        account = new Trunk(BranchPath.ACCOUNT_TRIE, options.effectiveAccountDepth(), budget);
    }

    PinnedBudget budget() {
        return budget;
    }

    /** Returns the trunk that has a slot for a path; null if none has. */
    @Nullable
    Trunk covering(BranchPath path) {
        if (path.trieId() == BranchPath.ACCOUNT_TRIE) {
            return path.depth() <= account.depth() ? account : null;
        }
        return path.depth() <= storageDepth ? find(table, path.trieId()) : null;
    }

    /** Reserves what a row takes in its slot; 0 if the path has none, or there is no room. */
    long reserve(BranchPath path, BranchRow row) {
        Trunk trunk = covering(path);
        if (trunk == null || !trunk.prepare()) {
            return 0;
        }
        long bytes = RetainedBytes.pinned(row);
        return budget.reserve(bytes) ? bytes : 0;
    }

    private static @Nullable Trunk find(@Nullable Trunk[] in, long trieId) {
        return in[placeOf(in, trieId)];
    }

    /** The place of a trie, or the empty one where it would stand. */
    private static int placeOf(@Nullable Trunk[] in, long trieId) {
        int mask = in.length - 1;
        int place = (int) ((trieId * 0x9E3779B97F4A7C15L) >>> 40) & mask;
        Trunk at = in[place];
        while (at != null && at.trieId() != trieId) {
            place = (place + 1) & mask;
            at = in[place];
        }
        return place;
    }

    /**
     * Learns from a row that was offered, and may give its trie a trunk.
     *
     * @return the new trunk, into which rows that stand elsewhere are to be moved; most often null
     */
    @Nullable
    Trunk learn(BranchPath offered) {
        long trieId = offered.trieId();
        if (trieId == BranchPath.ACCOUNT_TRIE || storageDepth < 0 || offered.depth() <= storageDepth) {
            return null;
        }
        if (find(table, trieId) != null) {
            return null;
        }
        int count = candidates.count(trieId);
        return count == 0 ? null : choose(trieId, count);
    }

    private synchronized @Nullable Trunk choose(long trieId, int count) {
        List<Trunk> trunks = storageTrunks();
        if (find(table, trieId) != null) {
            return null;
        }
        boolean full = trunks.size() >= MAX_TRUNKS || budget.freeBytes() < roomForTrunk();
        if (full && !replacesColdest(trunks, count)) {
            return null;
        }
        Trunk trunk = new Trunk(trieId, storageDepth, budget);
        trunks.add(trunk);
        table = tableOf(trunks);
        hitsAtLastChoice.clear();
        trunks.forEach(each -> hitsAtLastChoice.put(each, each.hits()));
        candidates.age(trieId);
        return trunk;
    }

    private long roomForTrunk() {
        return ROOM_FACTOR * RetainedBytes.ofSlots(Trunk.slotsDownTo(storageDepth));
    }

    /** Takes the coldest trunk away if it was found less often, since the last choice, than the candidate came. */
    private boolean replacesColdest(List<Trunk> trunks, int count) {
        Trunk coldest =
                trunks.stream().min(Comparator.comparingLong(this::recentHits)).orElse(null);
        if (coldest == null || recentHits(coldest) >= count) {
            return false;
        }
        trunks.remove(coldest);
        table = tableOf(trunks);
        coldest.close(evictions::increment);
        hitsOfClosed.add(coldest.hits());
        return true;
    }

    private long recentHits(Trunk trunk) {
        return trunk.hits() - hitsAtLastChoice.getOrDefault(trunk, 0L);
    }

    private static @Nullable Trunk[] tableOf(List<Trunk> trunks) {
        @Nullable Trunk[] next = new Trunk[Math.max(4, Integer.highestOneBit(Math.max(1, trunks.size())) * 8)];
        trunks.forEach(trunk -> next[placeOf(next, trunk.trieId())] = trunk);
        return next;
    }

    private List<Trunk> storageTrunks() {
        List<Trunk> trunks = new ArrayList<>();
        for (Trunk trunk : table) {
            if (trunk != null) {
                trunks.add(trunk);
            }
        }
        return trunks;
    }

    /** Shows the account trie's trunk, then the others. */
    void forEachTrunk(Consumer<Trunk> visitor) {
        visitor.accept(account);
        Arrays.stream(table).filter(trunk -> trunk != null).forEach(visitor);
    }

    /** Drops every row and slot. Which tries have trunks stays known. */
    void empty() {
        forEachTrunk(Trunk::empty);
    }

    TierStats stats(long misses) {
        long[] sums = {hitsOfClosed.sum(), 0};
        forEachTrunk(trunk -> {
            sums[0] += trunk.hits();
            sums[1] += trunk.entries();
        });
        return new TierStats(sums[0], misses, evictions.sum(), 0, sums[1], budget.usedBytes());
    }
}
