package dev.espalier.trie.commit;

import dev.espalier.trie.spi.ChangeLog;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.RowChanges;
import dev.espalier.trie.spi.StoreView;
import dev.espalier.trie.spi.TrieStore;

/** Hands every call to another store: the base of stores that fail on purpose. */
public class ForwardingStore implements TrieStore {
    private final TrieStore store;

    /** Hands every call to this store. */
    public ForwardingStore(TrieStore store) {
        this.store = store;
    }

    @Override
    public StoreView openView(ReadMode mode) {
        return store.openView(mode);
    }

    @Override
    public long reserveSeq() {
        return store.reserveSeq();
    }

    @Override
    public long reserveStorageId() {
        return store.reserveStorageId();
    }

    @Override
    public long nextStorageId() {
        return store.nextStorageId();
    }

    @Override
    public void apply(LogRecord record, RowChanges rows) {
        store.apply(record, rows);
    }

    @Override
    public ChangeLog log() {
        return store.log();
    }

    @Override
    public int window() {
        return store.window();
    }

    @Override
    public void prune(long seq) {
        store.prune(seq);
    }

    @Override
    public void close() {
        store.close();
    }
}
