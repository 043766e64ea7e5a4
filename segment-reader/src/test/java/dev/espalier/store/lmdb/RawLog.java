package dev.espalier.store.lmdb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Cursor;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Txn;

/** The file of a log as LMDB sees it, to put damage into it. The log must be closed meanwhile. */
final class RawLog implements AutoCloseable {
    private final Env<byte[]> env;
    private final Dbi<byte[]> table;

    private RawLog(Env<byte[]> env) {
        this.env = env;
        table = env.openDbi((byte[]) null);
    }

    static RawLog open(Path directory) {
        return new RawLog(Env.create(ByteArrayProxy.PROXY_BA)
                .setMapSize(1L << 30)
                .open(directory.resolve(LmdbLog.FILE_NAME).toFile(), EnvFlags.MDB_NOSUBDIR, EnvFlags.MDB_NOSYNC));
    }

    List<byte[]> keys() {
        List<byte[]> keys = new ArrayList<>();
        try (Txn<byte[]> txn = env.txnRead();
                Cursor<byte[]> cursor = table.openCursor(txn)) {
            while (cursor.seek(SeekOp.MDB_NEXT)) {
                keys.add(cursor.key());
            }
        }
        return keys;
    }

    byte[] get(byte[] key) {
        try (Txn<byte[]> txn = env.txnRead()) {
            return table.get(txn, key);
        }
    }

    void put(byte[] key, byte[] value) {
        table.put(key, value);
    }

    /** Puts a value with a checksum that fits. */
    void putSealed(byte[] key, byte[] bytes) {
        put(key, CheckedValue.seal(key, bytes, 0, bytes.length));
    }

    void delete(byte[] key) {
        if (!table.delete(key)) {
            throw new IllegalArgumentException("no such key: " + LogKey.text(key));
        }
    }

    @Override
    public void close() {
        env.close();
    }
}
