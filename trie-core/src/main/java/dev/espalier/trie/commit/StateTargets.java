package dev.espalier.trie.commit;

import dev.espalier.trie.BranchPath;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.codec.AccountRecord;
import dev.espalier.trie.codec.RootCell;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LeafRequests;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StorageChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Leaves given by the stored bytes they are to have, rather than by a client's writes: what a log record or several say
 * of a state. From them come the updates that lead there from wherever the source is. Confined to one thread.
 */
final class StateTargets {
    private static final LeafOp[] NO_OPS = {};

    private final Map<Hash32, Target> accounts = new HashMap<>();
    private final Map<Long, Map<Hash32, Target>> slots = new HashMap<>();
    private final Map<Long, AccountUpdate.Storage> regained = new HashMap<>();
    private final boolean exact;

    /** A leaf's stored bytes to be; null for no leaf. */
    private record Target(byte @Nullable [] stored) {}

    /** @param exact whether the records that come of it must be the given bytes, storage roots included */
    private StateTargets(boolean exact) {
        this.exact = exact;
    }

    /**
     * Returns the state before some blocks.
     *
     * <p>Of each key the oldest previous value counts. A storage trie that an account lost comes back first, as it was
     * when it was lost, and then takes its previous values; one that is gone in the state before takes none.
     *
     * @param newestFirst the blocks' records
     */
    static StateTargets before(List<LogRecord> newestFirst) {
        StateTargets targets = new StateTargets(true);
        for (LogRecord record : newestFirst) {
            for (LeafChange leaf : record.leaves()) {
                targets.aim(leaf.trieId(), leaf.key(), leaf.before());
            }
            record.lost().forEach(targets::startFrom);
        }
        return targets;
    }

    /** Returns the state after a record's change. */
    static StateTargets of(LogRecord record) {
        StateTargets targets = new StateTargets(true);
        for (LeafChange leaf : record.leaves()) {
            targets.aim(leaf.trieId(), leaf.key(), leaf.after());
        }
        record.regained().forEach(targets::startFrom);
        return targets;
    }

    /** Returns the state after a block's changes, with storage roots left to be computed. */
    static StateTargets after(BlockChanges changes) {
        StateTargets targets = new StateTargets(false);
        for (LeafChange leaf : changes.leafChanges()) {
            targets.aim(leaf.trieId(), leaf.key(), leaf.after());
        }
        return targets;
    }

    /** Returns the storage tries that came back by the changes which led to the targets, as they were when lost. */
    List<StorageChange> regained(List<LeafChange> changes) {
        List<StorageChange> back = new ArrayList<>();
        for (LeafChange leaf : regained.isEmpty() ? List.<LeafChange>of() : changes) {
            if (leaf.trieId() == BranchPath.ACCOUNT_TRIE) {
                StorageChange has =
                        BlockChanges.lost(leaf.key(), /* before= */ leaf.after(), /* after= */ leaf.before());
                AccountUpdate.Storage lost = has == null ? null : regained.get(has.storageId());
                if (lost != null) {
                    back.add(new StorageChange(leaf.key(), lost.id(), lost.cell(), lost.root()));
                }
            }
        }
        return back;
    }

    private void startFrom(StorageChange lost) {
        regained.put(lost.storageId(), new AccountUpdate.Storage(lost.storageId(), lost.cell(), lost.root()));
    }

    private void aim(long trieId, Hash32 key, byte @Nullable [] stored) {
        boolean account = trieId == BranchPath.ACCOUNT_TRIE;
        (account ? accounts : slots.computeIfAbsent(trieId, _ -> new HashMap<>())).put(key, new Target(stored));
    }

    /** Returns the operations on raw leaves that lead from the source to the targets, sorted by key. */
    LeafOp[] leafOps(StateSource source) {
        return ops(source, BranchPath.ACCOUNT_TRIE, accounts, true);
    }

    /** Returns the account updates that lead from the source to the targets, sorted by key. */
    List<AccountUpdate> updates(StateSource source) {
        Hash32[] keys = accounts.keySet().toArray(Hash32[]::new);
        Arrays.sort(keys);
        LeafRequests current = new LeafRequests();
        for (Hash32 key : keys) {
            current.add(BranchPath.ACCOUNT_TRIE, key);
        }
        source.loadLeaves(current);
        List<AccountUpdate> updates = new ArrayList<>(keys.length);
        for (int i = 0; i < keys.length; i++) {
            Target target = accounts.get(keys[i]);
            AccountUpdate update = update(source, keys[i], current.stored(i), target == null ? null : target.stored());
            if (update != null) {
                updates.add(update);
            }
        }
        return updates;
    }

    private @Nullable AccountUpdate update(
            StateSource source, Hash32 key, byte @Nullable [] current, byte @Nullable [] target) {
        if (target == null) {
            return current == null
                    ? null
                    : new AccountUpdate(key, current, null, AccountUpdate.Storage.NONE, NO_OPS, null);
        }
        AccountRecord after = AccountRecord.decode(target);
        AccountUpdate.Storage start = start(current, after.storageId());
        LeafOp[] changed =
                ops(source, after.storageId(), slots.getOrDefault(after.storageId(), Map.of()), holdsValues(start));
        if (changed.length == 0 && Arrays.equals(current, target)) {
            return null;
        }
        return new AccountUpdate(key, current, after.account(), start, changed, exact ? target : null);
    }

    /** An empty trie has no value to read. */
    private static boolean holdsValues(AccountUpdate.Storage start) {
        return !(start.cell() instanceof RootCell.Empty);
    }

    private AccountUpdate.Storage start(byte @Nullable [] current, long storageId) {
        if (storageId == 0) {
            return AccountUpdate.Storage.NONE;
        }
        AccountRecord record = current == null ? null : AccountRecord.decode(current);
        if (record != null && record.storageId() == storageId) {
            return AccountUpdate.Storage.of(record);
        }
        AccountUpdate.Storage lost = regained.get(storageId);
        return lost != null ? lost : AccountUpdate.Storage.empty(storageId);
    }

    private static LeafOp[] ops(StateSource source, long trieId, Map<Hash32, Target> targets, boolean holdsValues) {
        Hash32[] keys = targets.keySet().toArray(Hash32[]::new);
        Arrays.sort(keys);
        LeafRequests current = new LeafRequests();
        if (holdsValues) {
            for (Hash32 key : keys) {
                current.add(trieId, key);
            }
            source.loadLeaves(current);
        }
        List<LeafOp> ops = new ArrayList<>(keys.length);
        for (int i = 0; i < keys.length; i++) {
            Target target = targets.get(keys[i]);
            LeafOp op =
                    LeafOp.of(keys[i], holdsValues ? current.stored(i) : null, target == null ? null : target.stored());
            if (op.changes()) {
                ops.add(op);
            }
        }
        return ops.toArray(NO_OPS);
    }
}
