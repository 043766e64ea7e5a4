package dev.espalier.reorg;

import dev.espalier.trie.commit.ForwardingStore;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.TrieStore;
import org.jspecify.annotations.Nullable;

/** A store whose next change fails when told to. */
final class FaultyStore extends ForwardingStore {
    private @Nullable Failure failure;

    /** Where a change fails. */
    enum Failure {
        /** Before its record is written. */
        BEFORE_RECORD,
        /** Between its record and its effect, as where a process is killed. */
        BEHIND_RECORD
    }

    FaultyStore(TrieStore store) {
        super(store);
    }

    /** Makes the next change fail. */
    void failNext(Failure where) {
        failure = where;
    }

    @Override
    public void apply(LogRecord record, RowChanges rows) {
        Failure where = failure;
        failure = null;
        if (where == Failure.BEFORE_RECORD) {
            throw new IllegalStateException("no record, seq=" + record.entry().seq());
        }
        super.apply(record, where == null ? rows : FaultyStore::lose);
    }

    private static void lose(Object hook) {
        throw new IllegalStateException("rows are lost on their way to " + hook);
    }
}
