package dev.espalier.trie.commit;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.codec.LeafValue;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StoreView;
import java.util.List;
import java.util.Objects;

/**
 * Computes again the rows that a log record's change wrote: how a store that lost them recovers. Commits and unwinds
 * replay alike. Safe for use by several threads.
 */
public final class LogReplay {
    private final LeafKind leaves;
    private final FoldSettings settings;

    /**
     * Creates a replay.
     *
     * @param options what the leaves are, and on how many threads to compute
     */
    public LogReplay(TrieOptions options) {
        this.leaves = options.leaves();
        this.settings = options.foldSettings();
    }

    /**
     * Returns the rows that a record's change writes.
     *
     * @param before the state that the record starts from
     * @throws CorruptStoreException if the view shows another state, or the rows do not give the recorded state
     */
    public RowChanges replay(LogRecord record, StoreView before) {
        StateMark from = record.entry().before();
        if (!before.mark().equals(from)) {
            throw new CorruptStoreException("log record seq=" + record.entry().seq() + " starts from block "
                    + from.block() + " with root " + from.root() + ", expected "
                    + before.mark().block() + " with root "
                    + before.mark().root());
        }
        FoldCounters counters = new FoldCounters();
        BlockChanges changes = new BlockChanges();
        LayeredSource source = new LayeredSource(changes, List.of(), before, counters);
        StateFold fold = new StateFold(source, changes, settings, counters);
        StateTargets targets = StateTargets.of(record);
        StateMark reached = leaves == LeafKind.RAW
                ? fold.foldLeaves(from, targets.leafOps(source), LeafValue.RAW)
                : fold.foldAccounts(from, targets.updates(source));
        StateMark expected = record.entry().after();
        if (!reached.root().equals(expected.root()) || !Objects.equals(reached.cell(), expected.cell())) {
            throw new CorruptStoreException("log record seq=" + record.entry().seq() + " gives root " + reached.root()
                    + ", expected " + expected.root() + " of block " + expected.block());
        }
        return changes;
    }
}
