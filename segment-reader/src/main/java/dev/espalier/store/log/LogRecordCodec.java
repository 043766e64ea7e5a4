package dev.espalier.store.log;

import dev.espalier.trie.CorruptStoreException;
import dev.espalier.trie.Hash32;
import dev.espalier.trie.spi.LeafChange;
import dev.espalier.trie.spi.LogEntry;
import dev.espalier.trie.spi.LogRecord;
import dev.espalier.trie.spi.StateMark;
import dev.espalier.trie.spi.StorageChange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Log records as bytes (version 1), in two parts, so that a record's entry is read without its leaves. Numbers are
 * unsigned LEB128 in their shortest form.
 *
 * <pre>
 * header   u8 version = 1
 *          u8 kind: 0 commit, 1 unwind
 *          varint seq
 *          varint seq of the record before
 *          varint bytes of the changes
 *          mark before, mark after
 * mark     32 block id, cell
 * cell     u8 n, n bytes: an account record that holds nothing but the trie id, the root cell and the root
 *
 * changes  u8 version = 1
 *          varint next storage id
 *          varint tries, then for each
 *            varint trie id; from the second on, less the one before
 *            varint leaves, at least 1, then for each
 *              32 key, value before, value after
 *          varint lost storage tries, then for each    32 account, cell
 *          varint regained storage tries, then for each 32 account, cell
 * value    varint n, n bytes; n = 0 if there is none
 * </pre>
 *
 * <p>A checksum is the caller's: a flipped bit in a value is still a record.
 */
public final class LogRecordCodec {
    private static final int VERSION = 1;
    private static final int FEWEST_LEAF_BYTES = Hash32.BYTES + 2;
    private static final int FEWEST_TRIE_BYTES = 2 + FEWEST_LEAF_BYTES;
    private static final int FEWEST_STORAGE_BYTES = Hash32.BYTES + 4;
    private static final int COMMON_HEADER_BYTES = 256;
    private static final int COMMON_STORAGE_BYTES = 128;

    private LogRecordCodec() {}

    /**
     * Returns a new array with a header.
     *
     * @throws IllegalArgumentException if a mark's root is not that of its cell
     */
    public static byte[] encodeHeader(LogHeader header) {
        LogEntry entry = header.entry();
        ByteSink out = new ByteSink(COMMON_HEADER_BYTES);
        out.u8(VERSION);
        out.u8(kindCode(entry.kind()));
        out.varint(entry.seq());
        out.varint(header.previousSeq());
        out.varint(header.changesBytes());
        RootCellCodec.writeMark(out, entry.before());
        RootCellCodec.writeMark(out, entry.after());
        return out.toBytes();
    }

    /**
     * Reads a header.
     *
     * @throws CorruptStoreException if the bytes are not exactly one header
     */
    public static LogHeader decodeHeader(byte[] bytes) {
        ByteSource in = new ByteSource(bytes, "log record's header");
        in.version(VERSION);
        LogEntry.Kind kind = kind(in, in.u8("kind"));
        long seq = in.positive("seq");
        long previousSeq = in.positive("previous seq");
        long changesBytes = in.positive("bytes of changes");
        StateMark before = RootCellCodec.readMark(in, "mark before");
        StateMark after = RootCellCodec.readMark(in, "mark after");
        in.end();
        try {
            return new LogHeader(previousSeq, changesBytes, new LogEntry(seq, kind, before, after));
        } catch (IllegalArgumentException e) {
            throw in.corrupt("seq", e);
        }
    }

    private static int kindCode(LogEntry.Kind kind) {
        return switch (kind) {
            case COMMIT -> 0;
            case UNWIND -> 1;
        };
    }

    private static LogEntry.Kind kind(ByteSource in, int code) {
        return switch (code) {
            case 0 -> LogEntry.Kind.COMMIT;
            case 1 -> LogEntry.Kind.UNWIND;
            default -> throw in.corrupt("kind", code + ", expected 0 or 1");
        };
    }

    /**
     * Returns a new array with what a record changes: all of it but the entry.
     *
     * @throws IllegalArgumentException if the leaves are not in strictly ascending order, a leaf does not change or
     *     has an empty value, a commit regains storage, a root is not that of its cell, or it is all too much for an array
     */
    public static byte[] encodeChanges(LogRecord record) {
        requireUnwindToRegain(record.entry(), record.regained());
        ByteSink out = new ByteSink(changesBytes(record));
        out.u8(VERSION);
        out.varint(record.nextStorageId());
        writeLeaves(out, record.leaves());
        writeStorage(out, record.lost());
        writeStorage(out, record.regained());
        return out.toBytes();
    }

    private static void requireUnwindToRegain(LogEntry entry, List<StorageChange> regained) {
        if (entry.kind() != LogEntry.Kind.UNWIND && !regained.isEmpty()) {
            throw new IllegalArgumentException(
                    "log record: seq=" + entry.seq() + " regained=" + regained.size() + ", expected 0 in a commit");
        }
    }

    /** Returns a size that is seldom too small, and little too large. */
    private static int changesBytes(LogRecord record) {
        long bytes = 2 * FEWEST_TRIE_BYTES
                + (long) COMMON_STORAGE_BYTES
                        * (record.lost().size() + record.regained().size());
        for (LeafChange leaf : record.leaves()) {
            bytes += Hash32.BYTES + valueBytes(leaf.before()) + valueBytes(leaf.after());
        }
        return (int) Math.min(bytes, Integer.MAX_VALUE / 2);
    }

    private static int valueBytes(byte @Nullable [] value) {
        return value == null ? 1 : ByteSink.varintBytes(value.length) + value.length;
    }

    private static void writeLeaves(ByteSink out, List<LeafChange> leaves) {
        out.varint(countTries(leaves));
        long previousTrie = 0;
        for (int from = 0; from < leaves.size(); ) {
            long trieId = leaves.get(from).trieId();
            int to = endOfTrie(leaves, from);
            out.varint(trieId - previousTrie);
            out.varint(to - from);
            for (LeafChange leaf : leaves.subList(from, to)) {
                out.hash(leaf.key());
                writeValue(out, leaf.before());
                writeValue(out, leaf.after());
            }
            previousTrie = trieId;
            from = to;
        }
    }

    /** Counts the tries, and checks the leaves on the way. */
    private static int countTries(List<LeafChange> leaves) {
        int tries = 0;
        LeafChange last = null;
        for (LeafChange leaf : leaves) {
            if (last == null || last.trieId() != leaf.trieId()) {
                tries++;
            }
            if (last != null && order(last, leaf) >= 0) {
                throw new IllegalArgumentException("log record: leaf " + name(leaf) + " after " + name(last)
                        + ", expected strictly ascending order");
            }
            requireChange(leaf);
            last = leaf;
        }
        return tries;
    }

    private static void requireChange(LeafChange leaf) {
        byte[] before = leaf.before();
        byte[] after = leaf.after();
        if (Arrays.equals(before, after)) {
            throw new IllegalArgumentException("log record: leaf " + name(leaf) + " does not change");
        }
        if ((before != null && before.length == 0) || (after != null && after.length == 0)) {
            throw new IllegalArgumentException("log record: leaf " + name(leaf) + " has an empty value");
        }
    }

    private static int order(LeafChange left, LeafChange right) {
        int byTrie = Long.compareUnsigned(left.trieId(), right.trieId());
        return byTrie == 0 ? left.key().compareTo(right.key()) : byTrie;
    }

    private static String name(LeafChange leaf) {
        return Long.toUnsignedString(leaf.trieId()) + ":" + leaf.key();
    }

    private static int endOfTrie(List<LeafChange> leaves, int from) {
        int to = from + 1;
        while (to < leaves.size() && leaves.get(to).trieId() == leaves.get(from).trieId()) {
            to++;
        }
        return to;
    }

    private static void writeValue(ByteSink out, byte @Nullable [] value) {
        if (value == null) {
            out.varint(0);
        } else {
            out.varint(value.length);
            out.bytes(value);
        }
    }

    private static void writeStorage(ByteSink out, List<StorageChange> changes) {
        out.varint(changes.size());
        for (StorageChange change : changes) {
            RootCellCodec.writeStorage(out, change);
        }
    }

    /**
     * Reads what a record changes.
     *
     * @param entry the record's entry, from its header
     * @throws CorruptStoreException if the bytes are not exactly one record's changes
     */
    public static LogRecord decodeChanges(LogEntry entry, byte[] bytes) {
        ByteSource in = new ByteSource(bytes, "changes of log record seq=" + entry.seq());
        in.version(VERSION);
        long nextStorageId = in.varint("next storage id");
        List<LeafChange> leaves = readLeaves(in);
        List<StorageChange> lost = readStorage(in, "lost storage");
        List<StorageChange> regained = readStorage(in, "regained storage");
        in.end();
        try {
            requireUnwindToRegain(entry, regained);
        } catch (IllegalArgumentException e) {
            throw in.corrupt("regained storage", e);
        }
        return new LogRecord(entry, leaves, lost, regained, nextStorageId);
    }

    private static List<LeafChange> readLeaves(ByteSource in) {
        int tries = in.count("tries", FEWEST_TRIE_BYTES);
        List<LeafChange> leaves = new ArrayList<>();
        long trieId = 0;
        for (int i = 0; i < tries; i++) {
            long step = in.varint("trie id");
            if (i > 0 && Long.compareUnsigned(trieId + step, trieId) <= 0) {
                throw in.corrupt(
                        "trie id",
                        "step=" + Long.toUnsignedString(step) + " from " + Long.toUnsignedString(trieId)
                                + ", expected ascending order");
            }
            trieId += step;
            readTrie(in, trieId, leaves);
        }
        return leaves;
    }

    private static void readTrie(ByteSource in, long trieId, List<LeafChange> leaves) {
        int count = in.count("leaves", FEWEST_LEAF_BYTES);
        if (count == 0) {
            throw in.corrupt("leaves", "0, expected at least 1 of trie " + Long.toUnsignedString(trieId));
        }
        Hash32 last = null;
        for (int i = 0; i < count; i++) {
            Hash32 key = in.hash("leaf's key");
            if (last != null && last.compareTo(key) >= 0) {
                throw in.corrupt("leaf's key", key + " after " + last + ", expected ascending order");
            }
            byte[] before = readValue(in, "value before");
            byte[] after = readValue(in, "value after");
            if (Arrays.equals(before, after)) {
                throw in.corrupt("value after", "that of before, expected a change");
            }
            leaves.add(new LeafChange(trieId, key, before, after));
            last = key;
        }
    }

    private static byte @Nullable [] readValue(ByteSource in, String field) {
        int length = in.count(field, 1);
        return length == 0 ? null : in.bytes(length, field);
    }

    private static List<StorageChange> readStorage(ByteSource in, String field) {
        int count = in.count(field, FEWEST_STORAGE_BYTES);
        List<StorageChange> changes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            changes.add(RootCellCodec.readStorage(in, field));
        }
        return changes;
    }
}
