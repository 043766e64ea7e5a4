package dev.espalier.store.lmdb;

import dev.espalier.trie.CorruptStoreException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * One transaction on the environment's table, whose values carry checksums. Closing it without a commit leaves all as
 * it was. Confined to one thread.
 */
final class LmdbTransaction implements AutoCloseable {
    private final Dbi<byte[]> table;
    private final Txn<byte[]> txn;
    private @Nullable Cursor<byte[]> cursor;

    LmdbTransaction(Dbi<byte[]> table, Txn<byte[]> txn) {
        this.table = table;
        this.txn = txn;
    }

    /** Returns how many keys LMDB says there are. */
    long keys() {
        return table.stat(txn).entries;
    }

    /**
     * Returns a key's value, in a new array.
     *
     * @throws CorruptStoreException if there is none, or it is damaged
     */
    byte[] get(byte[] key) {
        byte[] value = table.get(txn, key);
        if (value == null) {
            throw new CorruptStoreException(LogKey.text(key) + ": missing, expected a value");
        }
        return CheckedValue.open(key, value);
    }

    /** Tells whether a key is there. */
    boolean has(byte[] key) {
        byte[] found = seek(key);
        return found != null && Arrays.equals(found, key);
    }

    /** Returns the first key from {@code key} on, in a new array; null if there is none. */
    byte @Nullable [] seek(byte[] key) {
        if (cursor == null) {
            cursor = table.openCursor(txn);
        }
        return cursor.get(key, GetOp.MDB_SET_RANGE) ? cursor.key() : null;
    }

    /**
     * Returns the value of the key that {@link #seek} found, in a new array.
     *
     * @throws CorruptStoreException if it is damaged
     */
    byte[] found() {
        if (cursor == null) {
            throw new IllegalStateException("transaction: no key was sought");
        }
        return CheckedValue.open(cursor.key(), cursor.val());
    }

    /** Puts a value under a key, instead of the one that may stand there. */
    void put(byte[] key, byte[] bytes) {
        table.put(txn, key, CheckedValue.seal(key, bytes, 0, bytes.length));
    }

    /** Puts the bytes from {@code from} up to {@code to} under a key that is greater than every other. */
    void append(byte[] key, byte[] bytes, int from, int to) {
        table.put(txn, key, CheckedValue.seal(key, bytes, from, to), PutFlags.MDB_APPEND);
    }

    /**
     * Removes a key.
     *
     * @throws CorruptStoreException if it is not there
     */
    void delete(byte[] key) {
        if (!table.delete(txn, key)) {
            throw new CorruptStoreException(LogKey.text(key) + ": missing, expected a value to remove");
        }
    }

    /** Makes the changes durable and ends the transaction. */
    void commit() {
        closeCursor();
        txn.commit();
    }

    @Override
    public void close() {
        try {
            closeCursor();
        } finally {
            txn.close();
        }
    }

    /** A cursor of a write transaction must go before it. */
    private void closeCursor() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }
}
