package dev.espalier.store.lmdb;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * The keys of the environment's one table. The state's values come first, so a record is always appended at the end.
 *
 * <pre>
 * state   00  u8 item: 1 identity, 2 extent, 3 file list
 * record  01  u64 seq  u32 part: 0 the header, from 1 on the pieces of the changes     big-endian
 * </pre>
 */
final class LogKey {
    static final byte[] IDENTITY = {0, 1};
    static final byte[] EXTENT = {0, 2};
    static final byte[] FILES = {0, 3};

    /** How many values of the state there are. */
    static final int STATE_VALUES = 3;

    private static final byte RECORD = 1;
    private static final int RECORD_BYTES = 1 + Long.BYTES + Integer.BYTES;

    private LogKey() {}

    /** Returns the key of one part of a record. */
    static byte[] record(long seq, int part) {
        return ByteBuffer.allocate(RECORD_BYTES)
                .put(RECORD)
                .putLong(seq)
                .putInt(part)
                .array();
    }

    /** Tells whether this is the key of a record's header. */
    static boolean isHeader(byte[] key) {
        return isRecord(key) && part(key) == 0;
    }

    private static boolean isRecord(byte[] key) {
        return key.length == RECORD_BYTES && key[0] == RECORD;
    }

    /** Returns the seq in a record's key. */
    static long seq(byte[] key) {
        return ByteBuffer.wrap(key).getLong(1);
    }

    private static int part(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1 + Long.BYTES);
    }

    /** Returns a key's text for messages. */
    static String text(byte[] key) {
        if (isRecord(key)) {
            return "key of log record seq=" + seq(key) + " part=" + part(key);
        }
        return "key " + HexFormat.of().formatHex(key) + name(key);
    }

    private static String name(byte[] key) {
        if (key.length != 2 || key[0] != 0) {
            return "";
        }
        return switch (key[1]) {
            case 1 -> " (identity)";
            case 2 -> " (extent)";
            case 3 -> " (file list)";
            default -> "";
        };
    }
}
