package dev.espalier.trie.commit;

import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.codec.NodeHasher;
import dev.espalier.trie.spi.StateMark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Folds a block's normalised changes into its own changes and gives the account trie's new root.
 *
 * <p>A large batch is processed in partitions, consecutive ranges of paths of at most a number of keys, so that the
 * memory for rows in work is bounded: each partition is folded on the results of those before it.
 */
final class StateFold {
    private final StateSource source;
    private final BlockChanges changes;
    private final FoldSettings settings;
    private final FoldCounters counters;
    private final NodeHasher hasher = new NodeHasher();

    /**
     * @param source reads through {@code changes} first
     * @param changes takes the results
     */
    StateFold(StateSource source, BlockChanges changes, FoldSettings settings, FoldCounters counters) {
        this.source = source;
        this.changes = changes;
        this.settings = settings;
        this.counters = counters;
    }

    /**
     * Folds account updates, sorted by account key.
     *
     * @return the state after, of the block that {@code before} names
     */
    StateMark foldAccounts(StateMark before, List<AccountUpdate> updates) {
        long keys = updates.size();
        for (AccountUpdate update : updates) {
            keys += update.slots().length;
        }
        if (keys == 0) {
            return before;
        }
        LeafOp[] ops = updates.stream().map(AccountUpdate::op).toArray(LeafOp[]::new);
        if (keys <= settings.partitionKeys()) {
            return foldWhole(before, updates, ops);
        }
        foldStorageInPartitions(updates);
        updates.forEach(AccountUpdate::resolve);
        return foldLeaves(before, ops, LeafValue.ACCOUNT);
    }

    private StateMark foldWhole(StateMark before, List<AccountUpdate> updates, LeafOp[] ops) {
        List<AccountUpdate> withStorage = new ArrayList<>();
        List<TrieUpdate> storage = new ArrayList<>();
        for (AccountUpdate update : updates) {
            if (update.slots().length > 0) {
                withStorage.add(update);
                storage.add(update.storagePiece(0, update.slots().length));
            }
        }
        TrieUpdate accounts = new TrieUpdate(0, LeafValue.ACCOUNT, before.cell(), before.root(), ops);
        List<WorkRow> rows = batch().run(storage, accounts, () -> {
            for (int i = 0; i < storage.size(); i++) {
                withStorage.get(i).takeStorage(storage.get(i), hasher);
            }
            updates.forEach(AccountUpdate::resolve);
        });
        storage.forEach(this::keepLeaves);
        keepLeaves(accounts);
        changes.addRows(rows, counters);
        return mark(before, accounts);
    }

    private void foldStorageInPartitions(List<AccountUpdate> updates) {
        List<AccountUpdate> filling = new ArrayList<>();
        List<TrieUpdate> pieces = new ArrayList<>();
        int room = settings.partitionKeys();
        for (AccountUpdate update : updates) {
            int from = 0;
            while (from < update.slots().length) {
                int to = Math.min(update.slots().length, from + room);
                filling.add(update);
                pieces.add(update.storagePiece(from, to));
                room -= to - from;
                from = to;
                if (room == 0) {
                    foldPieces(filling, pieces);
                    room = settings.partitionKeys();
                }
            }
        }
        foldPieces(filling, pieces);
    }

    private void foldPieces(List<AccountUpdate> updates, List<TrieUpdate> pieces) {
        if (pieces.isEmpty()) {
            return;
        }
        List<WorkRow> rows = batch().run(pieces, null, () -> {});
        for (int i = 0; i < pieces.size(); i++) {
            updates.get(i).takeStorage(pieces.get(i), hasher);
            keepLeaves(pieces.get(i));
        }
        changes.addRows(rows, counters);
        updates.clear();
        pieces.clear();
    }

    /** Folds operations on the account trie, or on a trie of raw leaves, in as many partitions as they need. */
    StateMark foldLeaves(StateMark before, LeafOp[] ops, LeafValue kind) {
        StateMark mark = before;
        for (int from = 0; from < ops.length; from += settings.partitionKeys()) {
            int to = (int) Math.min(ops.length, (long) from + settings.partitionKeys());
            LeafOp[] piece = Arrays.copyOfRange(ops, from, to);
            TrieUpdate trie = new TrieUpdate(0, kind, mark.cell(), mark.root(), piece);
            List<WorkRow> rows = batch().run(List.of(), trie, () -> {});
            keepLeaves(trie);
            changes.addRows(rows, counters);
            mark = mark(before, trie);
        }
        return mark;
    }

    private BatchFold batch() {
        return new BatchFold(source, settings.runner(), settings.splitAbove(), counters);
    }

    private void keepLeaves(TrieUpdate trie) {
        changes.addLeaves(trie.trieId(), trie.ops());
    }

    private StateMark mark(StateMark before, TrieUpdate accounts) {
        return new StateMark(before.block(), accounts.resultRoot(hasher), accounts.resultCell());
    }
}
