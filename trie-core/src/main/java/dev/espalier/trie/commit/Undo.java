package dev.espalier.trie.commit;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import dev.espalier.trie.spi.StoreView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The way back from a head to an ancestor, as one change.
 *
 * @param changes what differs from the head
 * @param reached the ancestor's state, as it came out
 * @param regained the storage tries that come back
 */
record Undo(BlockChanges changes, StateMark reached, List<StorageChange> regained) {
    /** Folds leaves into changes of the state that a view shows. */
    @FunctionalInterface
    interface Fold {
        StateMark fold(StateTargets targets, BlockChanges into, StateMark from, StoreView view);
    }

    /**
     * Computes the way back.
     *
     * @param newestFirst the commits to undo
     * @return null if a record is not kept any more
     * @throws CorruptStoreException if the root is not the ancestor's
     */
    static @Nullable Undo to(
            StateMark ancestor, List<LogEntry> newestFirst, ChangeLog log, StateMark head, Fold fold, StoreView view) {
        List<LogRecord> records = new ArrayList<>(newestFirst.size());
        for (LogEntry entry : newestFirst) {
            LogRecord record = log.read(entry.seq());
            if (record == null) {
                return null;
            }
            records.add(record);
        }
        StateTargets targets = StateTargets.before(records);
        BlockChanges changes = new BlockChanges();
        StateMark reached = fold.fold(targets, changes, head, view);
        if (!reached.root().equals(ancestor.root())) {
            throw new CorruptStoreException("undoing " + records.size() + " blocks from " + head.block()
                    + " gives root " + reached.root() + ", expected " + ancestor.root() + " of block "
                    + ancestor.block());
        }
        StateMark mark = new StateMark(ancestor.block(), reached.root(), reached.cell());
        return new Undo(changes, mark, targets.regained(changes.leafChanges()));
    }
}
